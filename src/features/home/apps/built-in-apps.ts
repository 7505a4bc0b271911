import type { HomeApp } from '#contract/home'
import { homeTexts } from '#i18n/home'
import type { Language } from '#i18n/translate'
import { firstPathSegment } from './app-action.ts'

// The 14 entries of the requirements (HOME-10). The list includes pages without a route, so that a
// tap on them follows D-27.
const ENTRIES = [
  ['grades', '/searchscore'],
  ['payment', '/recharge'],
  ['deferral', '/delay'],
  ['reduction', '/reduce'],
  ['loan', '/loan'],
  ['timetable', '/searchcourse'],
  ['status', '/studentStatus'],
  ['family', '/personalinformation'],
  ['calendar', '/schoolcalendar'],
  ['fees', '/checkin'],
  ['complaint', '/advice'],
  ['college', '/college'],
  ['panorama', '/panorama'],
  ['departments', '/departments'],
] as const

/**
 * The title of an application in the app's language. Campus backends send only Chinese titles, so
 * the app has its own English names for the pages that it knows.
 */
export function localizeAppTitle(
  app: Pick<HomeApp, 'title' | 'address'>,
  language: Language,
): string {
  const names: Readonly<Record<string, string>> = homeTexts.pages[language]
  // Only own properties are looked up, because a campus might name a page 'constructor'.
  const known = [firstPathSegment(app.address), app.title].find((name) =>
    Object.hasOwn(names, name),
  )
  return known === undefined ? app.title : (names[known] ?? app.title)
}

/** The default list, used until the campus's own list has been read. */
export const builtInApps = (language: Language): HomeApp[] =>
  ENTRIES.map(([name, address]) => ({
    title: homeTexts.apps[language][name],
    address,
    icon: name,
    menu: '',
    group: '',
    show: undefined,
  }))
