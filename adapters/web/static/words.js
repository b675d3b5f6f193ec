// The page's sentences, numbers and dates in its language, which the server wrote into the HTML.
// `t("Delete {name}?", { name })`; English is the key, so an English page loads nothing.

const language = document.documentElement.lang;
// An English page has the numbers and dates of the reader's own English: 5/13/2026 or 13/05/2026.
const own = navigator.languages.find((each) => each.split("-")[0] === language.split("-")[0]);
// The server's sentences have these digits and this calendar in every language.
const locale = new Intl.Locale(own ?? language, { numberingSystem: "latn", calendar: "gregory" });
const catalog = language === "en" ? { plain: {}, counted: {} } : await load();

async function load() {
  const answer = await fetch(`/sentences/${language}`).catch(() => null);
  return answer?.ok ? answer.json() : { plain: {}, counted: {} };
}

const PLACEHOLDER = /\{([a-z_]+)\}/g;
const names = (text) => [...text.matchAll(PLACEHOLDER)].map((each) => each[1]);

/** Each `{name}` is the value of that name; a translation that names others is not used. */
function fill(translated, english, values) {
  const known = new Set([...Object.keys(values), ...names(english)]);
  const right = names(translated).every((each) => known.has(each));
  return (right ? translated : english).replace(PLACEHOLDER, (whole, name) => (name in values ? written(values[name]) : whole));
}

const written = (value) => (typeof value === "number" ? number(value) : String(value));

/** `text` in the page's language. */
export function t(text, values = {}) {
  return fill(catalog.plain[text] ?? text, text, values);
}

/** The form that `count` asks for; `{count}` in it is that number. */
export function tn(one, many, count, values = {}) {
  const { forms, at } = catalog.counted[one] ?? { forms: [many, one], at: null };
  // The server tells the form of each number below 200; beyond, the last two digits decide.
  const form = at ? Number(at[count < 200 ? count : 100 + (count % 100)]) : Number(count === 1);
  return fill(forms[form], count === 1 ? one : many, { count, ...values });
}

/** As `t`, for a word that alone does not say enough; `context` is for the translator. */
export function tp(context, text, values = {}) {
  return fill(catalog.plain[`${context}\u0004${text}`] ?? text, text, values);
}

/** `text` as a list of texts and elements, with an element for each `{name}` that `t` has left in it. */
export function place(text, elements) {
  return text.split(/(\{[a-z_]+\})/).map((part) => elements[part.slice(1, -1)] ?? part).filter((part) => part !== "");
}

export const number = (value, digits = {}) => new Intl.NumberFormat(locale, digits).format(value);
export const decimal = (value, digits) => number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const short = (value) => number(value, { notation: "compact", maximumFractionDigits: value < 10 ? 2 : 1 });
const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const CODE = /^[A-Z]{3}$/;

/** An amount in `currency`, with as many digits as it needs: a hundredth of a cent is not nothing. */
export function money(value, currency) {
  const small = Math.abs(value) < 0.01 && value !== 0;
  const digits = small ? { maximumSignificantDigits: 2 } : DIGITS;
  if (CODE.test(currency)) return number(value, { style: "currency", currency, ...digits });
  return [number(value, digits), currency].filter(Boolean).join("\u00a0");
}
export const percent = (share) => number(share, { style: "percent" });
export const list = (items) => new Intl.ListFormat(locale).format(items);
export const moment = (at, parts) => new Intl.DateTimeFormat(locale, parts).format(at);

export function bytes(size) {
  const unit = (name, value, digits) => number(value, { style: "unit", unit: name, minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (size < 1024) return number(size, { style: "unit", unit: "byte", unitDisplay: "long" }); // "5 byte" is short for it
  if (size < 1024 ** 2) return unit("kilobyte", size / 1024, 1);
  return unit("megabyte", size / 1024 ** 2, 1);
}
