import type { HomeApp } from '#contract/home'
import { homeTexts } from '#i18n/home'
import type { Language } from '#i18n/translate'
import { firstPathSegment } from './app-action.ts'

// The 14 entries of the requirements (HOME-10); pages without a route are named so that the tap
// rules know them (D-27).
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
 * The title of an application in the app's language. Campus backends know Chinese titles only; in
 * English the pages that the app knows have a name of their own.
 */
export function localizeAppTitle(
  app: Pick<HomeApp, 'title' | 'address'>,
  language: Language,
): string {
  const names: Readonly<Record<string, string>> = homeTexts.pages[language]
  // Own keys only: a campus may call a page anything, also 'constructor'.
  const known = [firstPathSegment(app.address), app.title].find((name) =>
    Object.hasOwn(names, name),
  )
  return known === undefined ? app.title : (names[known] ?? app.title)
}

/** The list that stands in when the campus's own has never been read. */
export const builtInApps = (language: Language): HomeApp[] =>
  ENTRIES.map(([name, address]) => ({
    title: homeTexts.apps[language][name],
    address,
    icon: name,
    menu: '',
    group: '',
    show: undefined,
  }))
