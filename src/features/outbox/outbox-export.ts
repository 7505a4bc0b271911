import * as v from 'valibot'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { toServerTime } from '#app/lib/platform/server-clock.ts'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { outboxTexts } from '#i18n/outbox'
import { type Language, selectTexts } from '#i18n/translate'
import type { FormDraft, OutboxItem } from '#offline/outbox/outbox-records'
import type { DescribedForm } from './campus-forms-for-export.ts'
import { readStoredFields, formViewsByName } from './form-views.ts'
import { formatDraftLines, formTitleOfDraft, omitPictureValues } from './written-drafts.ts'

/**
 * The largest accepted number of items, more than any outbox contains. There is a limit because the
 * imported text is not trusted.
 */
const MOST = 1000
const count = v.pipe(v.number(), v.safeInteger())

const ExportedItemSchema = v.object({
  form: v.string(),
  key: v.pipe(v.string(), v.regex(/^[\w.~-]{8,200}$/)),
  schemaVersion: count,
  capturedAt: v.number(),
  payload: v.unknown(),
  order: count,
  dependsOn: v.optional(v.number()),
  baseVersion: v.optional(v.string()),
})
const TakenDraft = v.object({
  form: v.string(),
  schemaVersion: count,
  savedAt: v.number(),
  values: v.unknown(),
})
/** The content of an export and its owner. */
const OutboxExport = v.object({
  subject: v.string(),
  items: v.pipe(v.array(ExportedItemSchema), v.maxLength(MOST)),
  // Exports of earlier versions contain no drafts.
  drafts: v.optional(v.pipe(v.array(TakenDraft), v.maxLength(MOST)), []),
})
/** The content of an export and its owner. */
export type OutboxExport = v.InferOutput<typeof OutboxExport>

const BEGIN = '-----BEGIN BAODAO-----'
const END = '-----END BAODAO-----'
const LINE = /.{1,64}/g

/**
 * Formats unsent submissions and drafts as one text. The first part has labels and names for people
 * to read. The second part is encoded for another phone, in characters that survive copy and paste.
 * Pictures are left out, and the text says so. `campusForms`: what this phone knows of the campus
 * forms among them.
 */
export function formatOutboxExport(
  items: readonly OutboxItem[],
  {
    subject,
    head,
    drafts = [],
    campusForms,
  }: {
    readonly subject: string
    readonly head: string
    readonly drafts?: readonly FormDraft[]
    readonly campusForms?: ReadonlyMap<OutboxItem | FormDraft, DescribedForm>
  },
  language: Language,
): string {
  const texts = selectTexts(outboxTexts, language)
  const shown = items.map((item) => {
    const known = campusForms?.get(item)
    const view = known?.view ?? formViewsByName[item.form]
    const fields = view?.toFields?.(readStoredFields(item)) ?? readStoredFields(item)
    const lines = (view?.fields ?? []).map(
      (field) =>
        `${field.label[language]}${texts.colon}${field.show(fields[field.name], language, fields).replaceAll('\n', '\n  ')}`,
    )
    const title = `${(known?.title ?? formTitleOfDraft(item.form))[language]} · ${texts.savedAt(chinaNow(toServerTime(item.capturedAt)).slice(0, 16))}`
    return [`■ ${title}`, ...lines].join('\n')
  })
  const unsubmitted = drafts.map((draft) => {
    const at = texts.savedAt(chinaNow(toServerTime(draft.savedAt)).slice(0, 16))
    const known = campusForms?.get(draft)
    const title = texts.draft((known?.title ?? formTitleOfDraft(draft.form))[language])
    return [`■ ${title} · ${at}`, ...formatDraftLines(draft, language, known?.view)].join('\n')
  })
  const exported: OutboxExport = {
    subject,
    items: items.map((item) => v.parse(ExportedItemSchema, item)),
    drafts: drafts.map(({ values, ...draft }) =>
      v.parse(TakenDraft, { ...draft, values: omitPictureValues(values).value }),
    ),
  }
  const code = toBase64url(new TextEncoder().encode(JSON.stringify(exported)))
  return [
    head,
    texts.exportHead,
    ...shown,
    ...unsubmitted,
    [texts.exportTail, BEGIN, ...(code.match(LINE) ?? []), END].join('\n'),
  ].join('\n\n')
}

/**
 * Parses an exported text. Undefined for any other text, and for a text that was truncated or
 * changed.
 */
export function parseExport(text: string): OutboxExport | undefined {
  const [, code] = text.split(BEGIN)
  if (code?.includes(END) !== true) return undefined
  const bytes = fromBase64url(code.slice(0, code.indexOf(END)).replace(/\s+/g, ''))
  if (bytes === undefined) return undefined
  try {
    const read = v.safeParse(
      OutboxExport,
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
    )
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
