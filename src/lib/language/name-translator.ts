import { ENGLISH_NAMES_KEY, readEnglishNames, type EnglishNames } from '#contract/english-names'
import type { Language } from '#i18n/translate'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { createStore, useStore } from '../platform/store.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { useLanguage } from './language.ts'

const KEPT_AS = 'english'
/** As many as nobody's screens show; more are somebody's walk through long lists. */
const MOST = 3_000
let known: EnglishNames = kept()
const same = (text: string): string => text
const store = createStore<(text: string) => string>(translatorOfKnownNames())

/**
 * Learn what the campus calls in English what it names in Chinese; it stays on this phone, for the
 * tunnel.
 */
export function addEnglishNames(names: EnglishNames): void {
  if (Object.entries(names).every(([chinese, english]) => known[chinese] === english)) return
  const all = { ...known, ...names }
  known = Object.keys(all).length > MOST ? names : all
  store.set(translatorOfKnownNames())
  try {
    safeLocalStorage.setItem(KEPT_AS, JSON.stringify({ [ENGLISH_NAMES_KEY]: known }))
  } catch {
    // Where nothing can be kept they are learnt anew.
  }
}

/** All that was learnt. */
export const getEnglishNames = (): EnglishNames => known

// Courses and rooms are somebody's (D-105).
registerPersonalStore({
  clear: () => {
    known = {}
    store.set(translatorOfKnownNames())
    safeLocalStorage.removeItem(KEPT_AS)
  },
})

/** What a name of the campus's is called in a language: the same where the campus has no other. */
export const createNameTranslator = (language: Language): ((text: string) => string) =>
  language === 'en' ? store.get() : same

/**
 * What a name of the campus's is called in the language of the app; the component follows what is
 * learnt.
 */
export function useNameTranslator(): (text: string) => string {
  const named = useStore(store)
  return useLanguage() === 'en' ? named : same
}

function translatorOfKnownNames() {
  const names = new Map(Object.entries(known))
  return (text: string) => names.get(text) ?? text
}

function kept(): EnglishNames {
  try {
    return readEnglishNames(JSON.parse(safeLocalStorage.getItem(KEPT_AS) ?? '{}')) ?? {}
  } catch {
    return {}
  }
}
