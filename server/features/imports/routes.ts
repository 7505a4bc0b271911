import { type imports, WARNED } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import type { Language } from '#i18n/translate'
import { concurrencyLimit } from '../../platform/concurrency.ts'
import { type Ask, byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { partsOf } from '../../platform/http/permissions.ts'
import { maskNumbersIn } from '../../platform/masks.ts'
import { faultOf } from '../../platform/monitoring/logs.ts'
import { noteDeed } from '../office/face.ts'
import { beginApply } from './apply.ts'
import { beginImport } from './begin.ts'
import { readRow } from './images.ts'
import type { Kind } from './kind.ts'
import { kindOf, kinds } from './kinds/index.ts'
import { refusalsFile, type Told, toldIn } from './refusals.ts'
import { changedColumns, entryOf } from './show.ts'
import { importBy, importsOf, rowsOf, settleAbandoned } from './store.ts'
import { beginTakeBack } from './take-back.ts'
import { csvTemplate, xlsxTemplate } from './template.ts'

const PAGE = 50

// A file is held in memory while it is checked: one at a time, and a few that wait.
const oneByOne = concurrencyLimit({ atOnce: 1, waiting: 3 })

/** Data that comes in files. */
export const importsHandlers: Handlers<typeof imports> = {
  kinds: async (ask) =>
    good({
      kinds: kindsFor(ask).map((kind) => ({
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
      })),
    }),

  list: async (ask) => {
    await settled(ask)
    const rows = await importsOf(ask.db, {
      kinds: kindsFor(ask).map(({ name }) => name),
      after: ask.input.after,
      most: PAGE,
    })
    return good({
      entries: rows.map((row) => entryOf(row, ask.language)),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },

  one: async (ask) => {
    await settled(ask)
    const found = await mine(ask, ask.input.id)
    if (found === undefined) return refused(importTexts.unknownImport)
    return good({ entry: entryOf(found.row, ask.language) })
  },

  rows: async (ask) => {
    const { db, input, language } = ask
    const found = await mine(ask, input.id)
    if (found === undefined) return refused(importTexts.unknownImport)
    const rows = await rowsOf(db, input.id, {
      actions: input.action === WARNED ? ['new', 'changed'] : [input.action],
      warned: input.action === WARNED,
      after: input.after,
      most: PAGE,
    })
    return good({
      rows: rows.map((row) => ({
        id: row.id,
        line: row.line,
        key: row.key,
        columns: changedColumns(found.kind, readRow(row), language),
        troubles: masked(toldIn(found.kind, row.troubles, { cells: row.cells, language })),
        warnings: masked(toldIn(found.kind, row.warnings, { cells: row.cells, language })),
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },

  upload: byStaff(async (ask) => {
    const { input, staff, db, tools } = ask
    const kind = kindsFor(ask).find(({ name }) => name === input.beside['kind'])
    if (kind === undefined) return refused(importTexts.unknownKind)
    const { id, run } = await beginImport(
      { db, clock: tools.clock },
      {
        kind,
        file: input.name.slice(0, 200),
        bytes: input.bytes,
        sheet: input.beside['sheet'] ?? '',
        by: staff.code,
      },
    )
    goesOn(ask, oneByOne(run))
    return good({ id })
  }),

  apply: byStaff(async (ask) => {
    const { input, staff, db, tools } = ask
    const found = await mine(ask, input.id)
    if (found === undefined) return refused(importTexts.unknownImport)
    const job = { id: input.id, kind: found.kind }
    const begun = await beginApply({ db, clock: tools.clock }, job, { ...input, by: staff.code })
    if (begun.says !== undefined) return refused(begun.says)
    goesOn(ask, begun.work)
    return good({})
  }),

  takeBack: byStaff(async (ask) => {
    const { input, staff, db, tools } = ask
    const found = await mine(ask, input.id)
    if (found === undefined) return refused(importTexts.unknownImport)
    if (input.reason === '') return refused(importTexts.reasonNeeded)
    const job = { id: input.id, kind: found.kind }
    const taking = { by: staff.code, reason: input.reason }
    const begun = await beginTakeBack({ db, clock: tools.clock }, job, taking)
    if (begun.says !== undefined) return refused(begun.says)
    goesOn(ask, begun.work)
    return good({})
  }),

  refusals: async (ask) => {
    const { key, db, caller, language, now } = ask
    const found = await mine(ask, key)
    if (found === undefined || caller.role !== 'staff') return { type: 'missing' }
    const { row } = found
    // What was refused may hold ID numbers and phones.
    await noteDeed(db, {
      staff: caller.staff.code,
      action: 'imports.refusals',
      about: `import:${key}`,
      now,
    })
    const text = await refusalsFile(db, row, language)
    return {
      type: 'file',
      bytes: new TextEncoder().encode(text),
      contentType: 'text/csv; charset=utf-8',
      name: `${row.file_name.replace(/\.\w+$/, '')}-${importTexts.refused[language]}.csv`,
    }
  },

  template: async (ask) => {
    const [name = '', ending] = ask.key.split('.')
    const kind = kindsFor(ask).find((one) => one.name === name)
    if (kind === undefined || (ending !== 'csv' && ending !== 'xlsx')) return { type: 'missing' }
    return ending === 'csv'
      ? {
          type: 'file',
          bytes: new TextEncoder().encode(csvTemplate(kind)),
          contentType: 'text/csv; charset=utf-8',
          name: `${kind.title.zh}.csv`,
        }
      : {
          type: 'file',
          bytes: new Uint8Array(await xlsxTemplate(kind)),
          contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          name: `${kind.title.zh}.xlsx`,
        }
  },
}

// Whole in the file of refused rows, which the log notes.
const masked = (told: readonly Told[]): Told[] =>
  told.map((one) => ({ ...one, value: maskNumbersIn(one.value) }))

type Asking = Pick<Ask<unknown>, 'caller' | 'db' | 'now' | 'tools'> & { language: Language }

const kindsFor = ({ caller, tools }: Asking): readonly Kind[] => {
  const parts = partsOf(caller, tools.settings)
  return kinds.filter(({ roles }) => roles.some((role) => parts.includes(role)))
}

// An import of a kind that is somebody else's is none of theirs.
async function mine(ask: Asking, id: string) {
  const row = await importBy(ask.db, id)
  const kind = row === undefined ? undefined : kindOf(row.kind)
  return row !== undefined && kind !== undefined && kindsFor(ask).includes(kind)
    ? { row, kind }
    : undefined
}

const settled = ({ db, now }: Asking) =>
  settleAbandoned(db, now, { again: importTexts.interrupted, retry: importTexts.interruptedBack })

// The request is answered before the work is done: a connection that is cut stops nothing.
function goesOn({ tools }: Asking, work: Promise<void>): void {
  work.catch((error: unknown) => tools.log.warn({ fault: faultOf(error) }))
}
