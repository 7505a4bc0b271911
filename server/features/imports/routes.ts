import { recognizeIdDocument } from '#contract/id-document'
import { normalizeIdNumber } from '#contract/id-number'
import { type imports, WARNED_ROWS_FILTER } from '#contract/imports'
import { importScope } from '#contract/service-scopes'
import { importTexts } from '#i18n/imports'
import type { Language } from '#i18n/translate'
import { createConcurrencyLimit } from '../../platform/concurrency.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  refuse,
} from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { maskDigitsIn, maskIdCard, maskNumbersIn } from '../../platform/masks.ts'
import { describeError } from '../../platform/monitoring/logs.ts'
import { recordAuditEntry } from '../office/public.ts'
import { beginImportApply } from './apply.ts'
import { beginImport } from './begin-import.ts'
import { loadCampusColumns } from './campus-columns.ts'
import { parseHeadings } from './headings.ts'
import { listChangedColumns, toImportEntry } from './import-entry.ts'
import type { ImportKindDefinition } from './import-kind.ts'
import { readImportedRow } from './imported-row.ts'
import { getImportKind, importKinds } from './kinds/index.ts'
import { isOwnFieldColumn } from './kinds/student-own-fields.ts'
import { createRefusedRowsFile, type DescribedIssue, describeIssues } from './refused-rows.ts'
import { beginImportRevert } from './revert-import.ts'
import {
  findImportById,
  findImportsOfKinds,
  readImportRows,
  failAbandonedImports,
} from './store.ts'
import { createCsvTemplate, createXlsxTemplate } from './template.ts'

const PAGE = 50

// A file is in memory while it is checked, so only one file is checked at a time, and a few can
// wait.
const oneByOne = createConcurrencyLimit({ atOnce: 1, waiting: 3 })

/** The handlers of imports. */
export const importsHandlers: Handlers<typeof imports> = {
  kinds: async (ask) =>
    succeed({
      kinds: (await Promise.all(kindsFor(ask).map((kind) => loadCampusColumns(ask.db, kind)))).map(
        (kind) => ({
          name: kind.name,
          title: kind.title[ask.language],
          about: kind.about[ask.language],
          withdraws: kind.withdrawal !== undefined,
          columns: kind.columns.map(({ title, needed, example, about }) => ({
            title: title[ask.language],
            needed: needed === true,
            example,
            about: about?.[ask.language] ?? '',
          })),
        }),
      ),
    }),

  list: async (ask) => {
    await failAbandoned(ask)
    const rows = await findImportsOfKinds(ask.db, {
      kinds: kindsFor(ask).map(({ name }) => name),
      after: ask.input.after,
      most: PAGE,
    })
    return succeed({
      entries: rows.map((row) => toImportEntry(row, ask.language)),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },

  one: async (ask) => {
    await failAbandoned(ask)
    const found = await findOwnImport(ask, ask.input.id)
    if (found === undefined) return refuse(importTexts.unknownImport)
    const columns = parseHeadings(found.kind, found.row.headings)?.columns ?? []
    const ownColumns = columns.flatMap((column) =>
      column !== undefined && isOwnFieldColumn(column) ? [column.title[ask.language]] : [],
    )
    return succeed({ entry: { ...toImportEntry(found.row, ask.language), ownColumns } })
  },

  rows: async (ask) => {
    const { db, input, language } = ask
    const found = await findOwnImport(ask, input.id)
    if (found === undefined) return refuse(importTexts.unknownImport)
    const rows = await readImportRows(db, input.id, {
      actions: input.action === WARNED_ROWS_FILTER ? ['new', 'changed'] : [input.action],
      warned: input.action === WARNED_ROWS_FILTER,
      after: input.after,
      most: PAGE,
    })
    return succeed({
      rows: rows.map((row) => ({
        id: row.id,
        line: row.line,
        key: row.key,
        columns: listChangedColumns(found.kind, readImportedRow(row), language),
        troubles: masked(describeIssues(found.kind, row.troubles, { cells: row.cells, language })),
        warnings: masked(describeIssues(found.kind, row.warnings, { cells: row.cells, language })),
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },

  upload: staffHandler(async (ask) => {
    const { input, staff, db, tools } = ask
    const kind = kindsFor(ask).find(({ name }) => name === input.fields['kind'])
    if (kind === undefined) return refuse(importTexts.unknownKind)
    const { id, run } = await beginImport(
      { db, clock: tools.clock },
      {
        kind,
        file: input.name.slice(0, 200),
        bytes: input.bytes,
        sheet: input.fields['sheet'] ?? '',
        by: staff.code,
      },
    )
    runInBackground(ask, oneByOne(run))
    return succeed({ id })
  }),

  apply: staffHandler(async (ask) => {
    const { input, staff, db, tools } = ask
    const found = await findOwnImport(ask, input.id)
    if (found === undefined) return refuse(importTexts.unknownImport)
    const job = { id: input.id, kind: found.kind }
    const begun = await beginImportApply({ db, clock: tools.clock }, job, {
      skipRefused: input.goodRows,
      withdraw: input.withdraw,
      by: staff.code,
    })
    if (begun.says !== undefined) return refuse(begun.says)
    runInBackground(ask, begun.work)
    return succeed({})
  }),

  takeBack: staffHandler(async (ask) => {
    const { input, staff, db, tools } = ask
    const found = await findOwnImport(ask, input.id)
    if (found === undefined) return refuse(importTexts.unknownImport)
    if (input.reason === '') return refuse(importTexts.reasonNeeded)
    const job = { id: input.id, kind: found.kind }
    const taking = { by: staff.code, reason: input.reason }
    const begun = await beginImportRevert({ db, clock: tools.clock }, job, taking)
    if (begun.says !== undefined) return refuse(begun.says)
    runInBackground(ask, begun.work)
    return succeed({})
  }),

  refusals: async (ask) => {
    const { key, db, caller, language, now } = ask
    const found = await findOwnImport(ask, key)
    if (found === undefined || caller.role !== 'staff') return { type: 'missing' }
    const { row } = found
    // The download is recorded in the audit log, because refused rows can contain ID numbers and
    // phone numbers.
    await recordAuditEntry(db, {
      staff: caller.staff.code,
      action: 'imports.refusals',
      about: `import:${key}`,
      now,
    })
    const text = await createRefusedRowsFile(db, row, language)
    return {
      type: 'file',
      bytes: new TextEncoder().encode(text),
      contentType: 'text/csv; charset=utf-8',
      name: `${row.file_name.replace(/\.\w+$/, '')}-${importTexts.refused[language]}.csv`,
    }
  },

  template: async (ask) => {
    const [name = '', ending] = ask.key.split('.')
    const found = kindsFor(ask).find((one) => one.name === name)
    if (found === undefined || (ending !== 'csv' && ending !== 'xlsx')) return { type: 'missing' }
    const kind = await loadCampusColumns(ask.db, found)
    return ending === 'csv'
      ? {
          type: 'file',
          bytes: new TextEncoder().encode(createCsvTemplate(kind)),
          contentType: 'text/csv; charset=utf-8',
          name: `${kind.title.zh}.csv`,
        }
      : {
          type: 'file',
          bytes: new Uint8Array(await createXlsxTemplate(kind)),
          contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          name: `${kind.title.zh}.xlsx`,
        }
  },
}

// Masks numbers in the response. The file of refused rows contains them unmasked, and its download
// is recorded in the audit log.
const masked = (told: readonly DescribedIssue[]): DescribedIssue[] =>
  told.map((one) => ({
    ...one,
    value: one.field === 'id_card' ? maskIdNumberCell(one.value) : maskDigitsIn(one.value),
  }))

const maskIdNumberCell = (value: string): string =>
  recognizeIdDocument(normalizeIdNumber(value)) === undefined
    ? maskNumbersIn(value)
    : maskIdCard(value)

type ImportRequest = Pick<HandlerRequest<unknown>, 'caller' | 'db' | 'now' | 'tools'> & {
  language: Language
}

const kindsFor = ({ caller, tools }: ImportRequest): readonly ImportKindDefinition[] => {
  const parts = listActiveCallerRoles(caller, tools.settings)
  const scopes = caller.role === 'staff' ? caller.service?.scopes : undefined
  return importKinds.filter(
    ({ name, roles }) =>
      roles.some((role) => parts.includes(role)) &&
      (scopes === undefined || scopes.includes(importScope(name))),
  )
}

// Finds an import whose import kind the caller's roles are allowed to import.
async function findOwnImport(ask: ImportRequest, id: string) {
  const row = await findImportById(ask.db, id)
  const kind = row === undefined ? undefined : getImportKind(row.kind)
  return row !== undefined && kind !== undefined && kindsFor(ask).includes(kind)
    ? { row, kind: await loadCampusColumns(ask.db, kind) }
    : undefined
}

const failAbandoned = ({ db, now }: ImportRequest) =>
  failAbandonedImports(db, now, {
    again: importTexts.interrupted,
    retry: importTexts.interruptedBack,
  })

// The response is sent before the work is done, so the work continues even if the connection is
// closed.
function runInBackground({ tools }: ImportRequest, work: Promise<void>): void {
  work.catch((error: unknown) => tools.log.warn({ fault: describeError(error) }))
}
