import { teachingImportTexts } from '#i18n/import-teaching'
import { wholeNumberCell, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { type TableShape, tableRows, giveSecretIds } from '../table-store.ts'

const shape = {
  table: 'evaluation_question',
  id: ['id'],
  match: [['position']],
  fields: { id: 'text', position: 'int', content: 'text' },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The questions of the teaching evaluation. */
export const evaluationQuestionsImport: ImportKindDefinition = {
  name: 'evaluation-questions',
  title: teachingImportTexts.questions,
  about: teachingImportTexts.questionsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'position',
      title: { zh: '题号', en: 'Number' },
      aliases: ['序号', '顺序'],
      needed: true,
      read: wholeNumberCell(1, 999),
      example: '1',
    },
    {
      field: 'content',
      title: { zh: '题目', en: 'Question' },
      aliases: ['内容', '评教题目', '指标'],
      needed: true,
      read: textUpTo(200),
      example: '教师备课充分，内容熟练',
    },
  ],
  keysOf: (row) => buildRowKey('题号', row, ['position']),
  // Only the questions of the file are compared with each other, because questions move up when one
  // is removed.
  identity: { field: 'content', within: [], findOffered: () => Promise.resolve([]) },
  ...tableRows(shape),
}
