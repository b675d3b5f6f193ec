// The views of the desk. They show, and do things by saying the same commands as the chat.
import { t } from "../words.js";
import { documents } from "./documents.js";
import { health } from "./health.js";
import { memory } from "./memory.js";
import { people } from "./people.js";
import { search } from "./search.js";
import { settings } from "./settings.js";
import { usage } from "./usage.js";

export { Hand } from "./hand.js";

export const PAGES = {
  documents: { title: t("Documents"), show: documents },
  memory: { title: t("Memory"), show: memory },
  search: { title: t("Search"), show: search },
  people: { title: t("People"), show: people, owner: true },
  usage: { title: t("Usage"), show: usage },
  health: { title: t("Health"), show: health, owner: true },
  settings: { title: t("Settings"), show: settings, owner: true },
};
