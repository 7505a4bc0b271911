import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { createExternalStore, useExternalStore } from '#app/lib/platform/store.ts'

/** 'auto' follows the phone's setting. */
export type Theme = 'auto' | 'light' | 'dark'
/** 'large' is for parents and for reading while walking. */
export type TextSize = 'normal' | 'large'

interface Appearance {
  readonly theme: Theme
  readonly text: TextSize
}

const store = createExternalStore<Appearance>({
  theme: pick(safeLocalStorage.getItem('theme'), ['light', 'dark'] as const) ?? 'auto',
  text: pick(safeLocalStorage.getItem('textSize'), ['large'] as const) ?? 'normal',
})

/** Returns the appearance settings of this phone. */
export const useAppearance = (): Appearance => useExternalStore(store)

/** Sets the theme: light, dark, or the setting of the phone. */
export function setTheme(theme: Theme): void {
  storeSetting('theme', theme, theme === 'auto')
  show('data-theme', theme, theme === 'auto')
  store.set({ ...store.get(), theme })
}

/** Sets the text size. */
export function setTextSize(text: TextSize): void {
  storeSetting('textSize', text, text === 'normal')
  show('data-text', text, text === 'normal')
  store.set({ ...store.get(), text })
}

function storeSetting(name: string, value: string, isDefault: boolean) {
  if (isDefault) safeLocalStorage.removeItem(name)
  else safeLocalStorage.setItem(name, value)
}

function show(attribute: string, value: string, isDefault: boolean) {
  if (isDefault) document.documentElement.removeAttribute(attribute)
  else document.documentElement.setAttribute(attribute, value)
}

function pick<const Value extends string>(
  said: string | null,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === said)
}
