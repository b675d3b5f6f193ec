// A conversation as a Markdown file. Only its own headings say who speaks: what was said, and the
// names of files, are quoted, so that no heading, open fence or comment in them reaches any further.
const line = (text) => text.split(/\s+/).join(" ").trim();
const quote = (text) => text.split(/\r\n|\r|\n/).map((each) => (each ? `> ${each}` : ">")).join("\n");

/** `said` are the parts of the conversation: who, when, the text and the names of files. */
export function format(title, said) {
  const parts = said.map(({ who, at, text, files }) => {
    const listed = files.map((each) => `- ${line(each)}`).join("\n");
    return [`## ${line(who)}, ${line(at)}`, ...[text, listed].filter(Boolean).map(quote)].join("\n\n");
  });
  return `${[`# ${line(title)}`, ...parts].join("\n\n")}\n`;
}
