import * as v from 'valibot'
import { serializeJsonForHtml } from '#contract/html-json'
import { findPublicPage } from '#contract/public-pages'
import type { Language } from '#i18n/translate'
import { queryClient } from '../cache/query-client.ts'
import { chinaToday } from '../format/china-time.ts'
import { currentLanguage } from '../language/language.ts'
import { getEnglishNames, addEnglishNames } from '../language/name-translator.ts'
import { asPhoneTime } from '../platform/server-clock.ts'
import { isAnonymousPhone } from '../session/personalized-cookie.ts'

const Read = v.object({
  key: v.array(v.union([v.string(), v.number()])),
  data: v.unknown(),
  at: v.number(),
})

const HydrationData = v.object({
  path: v.string(),
  language: v.picklist(['zh', 'en']),
  /** Some pages show which day it is. */
  day: v.string(),
  names: v.record(v.string(), v.string()),
  reads: v.array(Read),
})
/** What a page that the backend has drawn was drawn with. */
export type HydrationData = v.InferOutput<typeof HydrationData>

/** The text of the block that a drawn page brings along. */
export function dehydrate({ path, language }: { path: string; language: Language }): string {
  const reads = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: state.data,
      at: state.dataUpdatedAt,
    }))
  return serializeJsonForHtml({
    path,
    language,
    day: chinaToday(),
    names: getEnglishNames(),
    reads,
  })
}

/** What the backend has drawn this page with, if it is what this phone would draw now. */
export function readHydrationData(path: string): HydrationData | undefined {
  const text = document.getElementById('hydration-data')?.textContent
  if (text === undefined || !isAnonymousPhone()) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), HydrationData), text)
  if (!read.success || location.search !== '') return undefined
  const said = read.output
  const isThis = said.path === findPublicPage(path) && said.language === currentLanguage()
  return isThis && said.day === chinaToday() ? said : undefined
}

/**
 * Begin with what the backend has read. It counts as old: it is read again at once, by the ordinary
 * way, which also keeps it.
 */
export function hydrate({ names, reads }: HydrationData): void {
  addEnglishNames(names)
  for (const { key, data, at } of reads) {
    queryClient.setQueryData(key, data, { updatedAt: Math.min(asPhoneTime(at), Date.now()) })
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}
