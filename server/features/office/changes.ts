import type { LogEntry } from '#contract/office'

type Change = NonNullable<LogEntry['changes']>[number]
type Details = Readonly<Record<string, unknown>>

// Names of rows and files that say nothing to a reader, or what the line says elsewhere.
const UNTOLD: ReadonlySet<string> = new Set([
  'application',
  'transfer',
  'entry',
  'key',
  'sha256',
  'version',
  'students',
])
const MOST = 200

/** What a line of the log says in its details: what became of what, or what was given with it. */
export function changesOf({ before, after, filter, ...given }: Details): Change[] {
  return [
    ...differences(before, after),
    ...givenWith(given),
    ...(isRecord(filter) ? givenWith(filter) : []),
  ]
}

// Withdrawn rows have only what they were, which is nothing that changed.
const differences = (before: unknown, after: unknown): Change[] =>
  isRecord(after)
    ? Object.entries(after).flatMap(([field, to]) => {
        const change = {
          field,
          from: isRecord(before) ? told(before[field]) : '',
          to: told(to),
        }
        return change.from === change.to ? [] : [change]
      })
    : []

const givenWith = (values: Details): Change[] =>
  Object.entries(values).flatMap(([field, value]) => {
    const to = UNTOLD.has(field) ? '' : told(value)
    return to === '' ? [] : [{ field, from: '', to }]
  })

function told(value: unknown): string {
  if (Array.isArray(value)) return value.map(told).join('、')
  if (value === undefined || value === null) return ''
  return cut(typeof value === 'string' ? value : JSON.stringify(value))
}

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
