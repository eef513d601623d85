// Light, dark, or as the system has it.
import { make, say } from "../dom";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const SIGNS: Record<Theme, string> = { auto: "◐", light: "☀", dark: "☾" };

const kept = (): Theme => THEMES.find((each) => each === localStorage.getItem("theme")) ?? "auto";
const button = make("button", { class: "plain icon", onclick: () => nextTheme() });

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  say(button, SIGNS[theme]);
  button.setAttribute("aria-label", `Colours: ${theme}. Change`);
  button.title = `Colours: ${theme} (t)`;
}

export function nextTheme(): void {
  const theme = THEMES[(THEMES.indexOf(kept()) + 1) % THEMES.length]!;
  localStorage.setItem("theme", theme);
  apply(theme);
}

export function themeButton(): HTMLElement {
  apply(kept());
  return button;
}
