import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toDuplicateKey } from '#contract/names'
import type { EditableReferenceRow, ReferenceRowPage } from '#contract/reference-data'
import type { CatalogueName } from '#i18n/audit-actions'
import type { LoggedFields, WithNamedLogKeys } from '#i18n/audit-changes'
import { referenceDataTexts } from '#i18n/reference-data'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import {
  staffHandler,
  succeed,
  type Handler,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { auditedHandler } from '../office/public.ts'
import { findEnglishNameConflict, saveEnglishName } from './english-names.ts'

/** The values of a row: texts, whose names the audit log knows. */
export type EditableValues<V> = Readonly<Record<string, string>> & WithNamedLogKeys<V>

/** A row of a catalogue. */
export interface CatalogueRow<V> {
  readonly id: string
  readonly values: V
  readonly withdrawn?: boolean
}

/** New values for the row `before`, or for a new row. */
export interface CatalogueChange<V> {
  readonly values: V
  readonly before: CatalogueRow<V> | undefined
  readonly now: Date
}

/** A catalogue: rows that the office edits, with the operations that read and write them. */
export interface ReferenceCatalogue<V> {
  /** The catalogue's name in the paths of its calls. */
  readonly noun: CatalogueName
  /**
   * The name by which people recognize a row. It is unique, so a new row neither duplicates nor
   * replaces an existing row. 'given': the rows are fixed, and none can be created.
   */
  readonly identity: ((values: V) => readonly string[]) | 'given'
  /**
   * The pairs of fields with a Chinese text and its English name. All rows with that Chinese text
   * have the same English name.
   */
  readonly english?: readonly (readonly [chinese: keyof V & string, english: keyof V & string])[]
  readonly find: (db: Db) => Promise<CatalogueRow<V>[]>
  /** Writes a row. Resolves to the row's id, or to the text of the refusal. */
  readonly write: (db: Db, change: CatalogueChange<V>) => Promise<string | LocalizedText>
  /** Withdraws a row. Resolves to the text of the refusal, or to undefined. */
  readonly withdraw?: (
    db: Db,
    row: CatalogueRow<V>,
    now: Date,
  ) => Promise<LocalizedText | undefined>
}

interface SaveRowInput<V> {
  readonly id: string
  readonly version: string
  readonly values: V
}

/** The number of rows on a page. */
const PAGE = 100
/** The largest number of characters of a text in the audit log. */
const MAX_LOGGED_CHARACTERS = 4000

/**
 * Creates the handler of a catalogue's list. It returns a page with the total number, searched by
 * any text of the rows; or the one row that an editor opens.
 */
export const createListHandler = <V extends EditableValues<V>>({
  find,
}: ReferenceCatalogue<V>): Handler<{ find: string; after: string; id: string }, ReferenceRowPage> =>
  staffHandler(async ({ input, db }) => {
    const all = await find(db)
    const sought = input.find.trim().toLowerCase()
    const rows =
      input.id === ''
        ? all.filter(
            ({ values }) =>
              sought === '' ||
              Object.values(values).some((text) => text.toLowerCase().includes(sought)),
          )
        : all.filter(({ id }) => id === input.id)
    const start = Number(input.after)
    const end = start + PAGE
    return succeed({
      rows: rows.slice(start, end).map((row): EditableReferenceRow => ({
        id: row.id,
        values: row.values,
        withdrawn: row.withdrawn === true,
        version: versionOf(row),
      })),
      total: String(rows.length),
      next: end < rows.length ? String(end) : '',
    })
  })

/**
 * Creates the handler that saves a row if the editor's version is current. The change is recorded
 * in the audit log.
 */
export const createSaveHandler = <V extends EditableValues<V>>(
  catalogue: ReferenceCatalogue<V>,
): Handler<SaveRowInput<V>, { id: string }> =>
  auditedHandler(async ({ input, db, now, audit }) => {
    const { values } = input
    const opened = await openForChange(db, catalogue, input)
    if ('type' in opened) return opened
    const { row: before, rows } = opened
    const why =
      findIdentityConflict(catalogue, rows, { values, before }) ??
      (await explainEnglishConflict(db, catalogue, { values, before }))
    if (why !== undefined) return refuse(why)
    const id = await catalogue.write(db, { values, before, now })
    if (typeof id !== 'string') return refuse(id)
    for (const [chinese, english] of catalogue.english ?? [])
      await saveEnglishName(db, textOf({ values, before }, chinese, english))
    const isBack = before?.withdrawn === true
    await audit({
      action: `${catalogue.noun}.save`,
      about: `${catalogue.noun}:${id}`,
      details: {
        before: before && { ...inLog(before.values), ...(isBack && { withdrawn: true }) },
        after: { ...inLog(values), ...(isBack && { withdrawn: false }) },
      },
    })
    return succeed({ id })
  })

/** Creates the handler that withdraws a row, with a reason. */
export const createWithdrawHandler = <V extends EditableValues<V>>(
  catalogue: ReferenceCatalogue<V>,
): Handler<{ id: string; version: string; reason: string }, Record<never, never>> =>
  auditedHandler(async ({ input, db, now, audit }) => {
    const opened = await openForChange(db, catalogue, input)
    if ('type' in opened) return opened
    if (opened.row === undefined || catalogue.withdraw === undefined)
      return refuse(refusalTexts.notFound)
    const why = await catalogue.withdraw(db, opened.row, now)
    if (why !== undefined) return refuse(why)
    await audit({
      action: `${catalogue.noun}.withdraw`,
      about: `${catalogue.noun}:${input.id}`,
      reason: input.reason,
      details: { before: inLog(opened.row.values) },
    })
    return succeed({})
  })

// Long texts are shortened, because a page with its images would fill the audit log.
const inLog = <V extends EditableValues<V>>(values: V): LoggedFields =>
  Object.fromEntries(
    Object.entries(values).map(([name, said]) => [name, said.slice(0, MAX_LOGGED_CHARACTERS)]),
  )

// Serializes the changes of a catalogue, so that each change is checked against the result of the
// previous one.
async function openForChange<V>(
  db: Db,
  { noun, find }: ReferenceCatalogue<V>,
  { id, version }: { id: string; version: string },
): Promise<
  | { row: CatalogueRow<V> | undefined; rows: readonly CatalogueRow<V>[] }
  | Extract<HandlerResult<never>, { type: 'stale' | 'refused' }>
> {
  await sql`select pg_advisory_xact_lock(hashtext(${`editing ${noun}`}))`.execute(db)
  const rows = await find(db)
  if (id === '') return { row: undefined, rows }
  const row = rows.find((one) => one.id === id)
  if (row === undefined) return refuse(refusalTexts.notFound)
  const etag = versionOf(row)
  return etag === version ? { row, rows } : { type: 'stale', etag, says: referenceDataTexts.stale }
}

type PendingChange<V> = Omit<CatalogueChange<V>, 'now'>

// Finds another row with the same name. A row with an unchanged name can be saved even if an import
// has created two rows of the same name.
function findIdentityConflict<V>(
  { identity }: ReferenceCatalogue<V>,
  rows: readonly CatalogueRow<V>[],
  { values, before }: PendingChange<V>,
): LocalizedText | undefined {
  if (identity === 'given') return before === undefined ? refusalTexts.notFound : undefined
  const nameOf = (row: V) => toDuplicateKey(identity(row))
  const name = nameOf(values)
  if (before !== undefined && before.withdrawn !== true && nameOf(before.values) === name)
    return undefined
  const others = rows.filter((row) => row.id !== before?.id && nameOf(row.values) === name)
  if (others.some(({ withdrawn }) => withdrawn !== true)) return referenceDataTexts.nameTaken
  return before === undefined && others.length > 0 ? referenceDataTexts.nameWithdrawn : undefined
}

async function explainEnglishConflict<V extends EditableValues<V>>(
  db: Db,
  catalogue: ReferenceCatalogue<V>,
  change: PendingChange<V>,
): Promise<LocalizedText | undefined> {
  for (const [chinese, english] of catalogue.english ?? []) {
    const why = await findEnglishNameConflict(db, textOf(change, chinese, english))
    if (why !== undefined) return why
  }
  return undefined
}

const textOf = <V extends EditableValues<V>>(
  { values, before }: PendingChange<V>,
  chinese: keyof V & string,
  english: keyof V & string,
) => ({
  chinese: values[chinese] ?? '',
  english: values[english] ?? '',
  isKnown: before?.values[chinese] === values[chinese],
})

// The version of a row is derived from the row itself, so that changes by imports or SQL are
// detected too.
const versionOf = <V>({ values, withdrawn = false }: CatalogueRow<V>): string =>
  createHash('sha256')
    .update(JSON.stringify([values, withdrawn]))
    .digest('base64url')
    .slice(0, 16)
