import type { CallInput } from '#contract/call'
import { selectWording } from '#contract/campus-form-definition'
import type { campusFormOffice } from '#contract/campus-form-office'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import type { Language } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { createExportHandler } from '../office/public.ts'
import { toFileName } from './file-archive.ts'
import { cellOf, listItems, numberFormatOf, titleOf } from './form-columns.ts'
import { findVersions, selectExportedAnswers } from './store.ts'

type ExportRequest = HandlerRequest<CallInput<typeof campusFormOffice.export>>

/** The export of answers: a column a question, a row a student or an entry of a repetition. */
export const answersExport = createExportHandler({
  title: async ({ db, input: { form, repetition } }: ExportRequest) => {
    const [newest] = (await findVersions(db, form, 'answered')).values()
    const items = newest === undefined ? [] : [...newest.items.values()]
    const part = items.find(({ item }) => repetition !== '' && item.name === repetition)
    const say = (language: Language) =>
      toFileName(
        [newest?.definition.title, part?.item.label]
          .map((wording) => selectWording(wording, language))
          .join(' '),
      )
    return { zh: say('zh'), en: say('en') }
  },
  action: 'exports.formAnswers',
  columns: async ({ db, input: { form, repetition } }: ExportRequest) => {
    const versions = await findVersions(db, form, 'answered')
    return [
      { title: texts.code, cell: ({ student }) => student },
      { title: texts.number, cell: ({ number }) => number },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.college, cell: ({ department }) => department },
      { title: texts.major, cell: ({ major }) => major },
      { title: texts.className, cell: ({ className }) => className },
      { title: texts.state, cell: ({ state }, language) => texts.states[language][state] ?? state },
      { title: texts.at, cell: ({ at }) => toChinaMinute(new Date(at)) },
      { title: texts.version, cell: ({ version }) => String(version) },
      ...(repetition === ''
        ? []
        : [{ title: texts.time, cell: ({ entry }: { entry: number }) => String(entry) }]),
      ...listItems(versions, repetition === '' ? undefined : repetition)
        .filter(({ type }) => type !== 'section' && type !== 'note')
        .map((item) => ({
          title: titleOf(item),
          cell: ({ answers, version }: Row, language: Language) =>
            cellOf(item.name, answers, { form: versions.get(version), language }),
          ...numberFormatOf(item),
        })),
    ]
  },
  rows: ({ db, input: { repetition, ...filter }, now }) =>
    selectExportedAnswers(db, { ...filter, now }, repetition),
})

type Row = Awaited<ReturnType<ReturnType<typeof selectExportedAnswers>['execute']>>[number]
