// Puts a text on the clipboard, and says so.
import { toast } from "./toast.js";
import { t } from "./words.js";

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    toast(t("The browser did not allow copying."), { failed: true });
  }
}
