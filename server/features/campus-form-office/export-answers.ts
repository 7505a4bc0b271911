import type { CallInput } from '#contract/call'
import type { campusFormOffice } from '#contract/campus-form-office'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { findPublishedVersion } from '../campus-forms/public.ts'
import { createExportHandler } from '../office/public.ts'
import { cellOf, columnsOf, stateIn, titleOfColumn, type Versions } from './form-columns.ts'
import { findAnsweredVersions, selectExportedAnswers, selectExportedEntries } from './store.ts'

/** Finds the definitions in which there are answers, and the newest one. */
export async function findVersions(db: Db, form: string): Promise<Versions> {
  const newest = await findPublishedVersion(db, form)
  const versions = new Map(newest && [[newest.version, newest.definition]])
  for (const version of await findAnsweredVersions(db, form))
    if (!versions.has(version)) {
      const found = await findPublishedVersion(db, form, version)
      if (found !== undefined) versions.set(version, found.definition)
    }
  return versions
}

/** The export of answers: a column a question, a row a student or an entry of a repetition. */
export const answersExport = createExportHandler({
  title: texts.title,
  action: 'exports.formAnswers',
  columns: async ({
    db,
    input: { form, repetition },
  }: HandlerRequest<CallInput<typeof campusFormOffice.export>>) => {
    const versions = await findVersions(db, form)
    return [
      { title: texts.code, cell: ({ code }) => code },
      { title: texts.number, cell: ({ number }) => number },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.college, cell: ({ department }) => department },
      { title: texts.major, cell: ({ major }) => major },
      { title: texts.className, cell: ({ className }) => className },
      { title: texts.state, cell: ({ state }, language) => stateIn(state, language) },
      { title: texts.at, cell: ({ at }) => toChinaMinute(new Date(at)) },
      { title: texts.version, cell: ({ version }) => String(version) },
      ...(repetition === ''
        ? []
        : [{ title: texts.time, cell: ({ entry }: { entry: number }) => String(entry) }]),
      ...columnsOf(versions, repetition).map((column) => ({
        title: titleOfColumn(column),
        cell: (row: Row, language: 'zh' | 'en') =>
          cellOf(column, row.answers, { definition: versions.get(row.version), language }),
      })),
    ]
  },
  rows: ({ db, input: { repetition, ...filter }, now }) =>
    repetition === ''
      ? selectExportedAnswers(db, { ...filter, now })
      : selectExportedEntries(db, { ...filter, now }, repetition),
})

type Row = Awaited<ReturnType<ReturnType<typeof selectExportedAnswers>['execute']>>[number]
