import sanitizeHtml from 'sanitize-html'
import type { AuditLogEntry } from '#contract/office'
import { isHtmlLogField, isHiddenAuditLogKey } from '#i18n/audit-changes'
import { importKindTexts } from '#i18n/import-kinds'
import type { Language } from '#i18n/translate'

type Change = NonNullable<AuditLogEntry['changes']>[number]
/** The action to which the details belong, and the language of the reader. */
interface Asked {
  readonly action: string
  readonly language: Language
}
type Details = Readonly<Record<string, unknown>>

const MOST = 200

/**
 * Lists the changes in the details of an entry: old and new values, or the parameters of the
 * action.
 */
export function listLogChanges(at: Asked, { before, after, filter, ...given }: Details): Change[] {
  return [
    ...changesOf(at, before, after),
    ...givenWith(at, given),
    ...(isRecord(filter) ? givenWith(at, filter) : []),
  ]
}

// For a withdrawn row only the earlier values are recorded, because they did not change.
const changesOf = (at: Asked, before: unknown, after: unknown): Change[] =>
  isRecord(after)
    ? Object.entries(after).flatMap(([field, value]) => {
        const from = isRecord(before) ? formatValue(before[field]) : ''
        const to = formatValue(value)
        const show = shown(at, field)
        return from === to ? [] : [{ field, from: show(from), to: show(to) }]
      })
    : []

const givenWith = (at: Asked, values: Details): Change[] =>
  Object.entries(values).flatMap(([field, value]) => {
    const to = isHiddenAuditLogKey(field) ? '' : formatValue(value)
    return to === '' ? [] : [{ field, from: '', to: shown(at, field)(to) }]
  })

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join('、')
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// Shortens a text to one line; of HTML only its text is kept. The titles of columns are translated
// here, because the office's app does not contain the texts of all imports.
const shown =
  ({ action, language }: Asked, field: string) =>
  (text: string) => {
    if (action.startsWith('imports.') && field === 'kind')
      return importKindTexts[text]?.[language] ?? text
    return cut(isHtmlLogField(action, field) ? textOf(text) : text)
  }

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const textOf = (html: string) =>
  sanitizeHtml(html.replaceAll(/<\/?(?:p|br|h\d|li|tr|td|th)\b/g, ' $&'), { allowedTags: [] })
    .replaceAll(/&(amp|lt|gt|quot);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
