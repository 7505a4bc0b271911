import * as v from 'valibot'
import { serializeJsonForHtml } from '#contract/html-json'
import { findPublicPage } from '#contract/public-pages'
import type { Language } from '#i18n/translate'
import { queryClient } from '../cache/query-client.ts'
import { chinaToday } from '../format/china-time.ts'
import { getEnglishNames, addEnglishNames } from '../language/name-translator.ts'
import { toPhoneTime } from '../platform/server-clock.ts'
import { isRenderedForThisPhoneOnAnyDay } from './rendered-for.ts'

const Read = v.object({
  key: v.array(v.union([v.string(), v.number()])),
  data: v.unknown(),
  at: v.number(),
})

const HydrationData = v.object({
  path: v.string(),
  language: v.picklist(['zh', 'en']),
  /**
   * The day for which the page was rendered, YYYY-MM-DD, because some pages show the current day.
   */
  day: v.string(),
  names: v.record(v.string(), v.string()),
  reads: v.array(Read),
})
/** The data with which the server rendered a page. */
export type HydrationData = v.InferOutput<typeof HydrationData>

/** The text of the data block of a server-rendered page. */
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

/**
 * The data with which the server rendered this page, if it did so for a phone like this one, on any
 * day; otherwise undefined. `isCurrent`: it was rendered today.
 */
export function readHydrationData(
  path: string,
): (HydrationData & { readonly isCurrent: boolean }) | undefined {
  const text = document.getElementById('hydration-data')?.textContent
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), HydrationData), text)
  if (!read.success || read.output.path !== findPublicPage(path)) return undefined
  if (!isRenderedForThisPhoneOnAnyDay(read.output)) return undefined
  return { ...read.output, isCurrent: read.output.day === chinaToday() }
}

/**
 * Puts the server's data into the query cache as stale data. So each query is also fetched at once,
 * and its response is stored as usual.
 */
export function hydrate({ names, reads }: HydrationData): void {
  addEnglishNames(names)
  for (const { key, data, at } of reads) {
    queryClient.setQueryData(key, data, { updatedAt: Math.min(toPhoneTime(at), Date.now()) })
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}
