import { teachingImportTexts } from '#i18n/import-teaching'
import { newSecret } from '../../../platform/sessions/secrets.ts'
import type { Kind } from '../kind.ts'
import { keyOf } from '../known.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { whole, words } from '../values.ts'

const shape = {
  table: 'evaluation_question',
  id: ['id'],
  match: [['position']],
  fields: { id: 'text', position: 'int', content: 'text' },
  fresh: (_db, rows) => Promise.resolve(rows.map(() => ({ id: newSecret() }))),
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** What students are asked about a course. */
export const evaluationQuestions: Kind = {
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
      read: whole(1, 999),
      example: '1',
    },
    {
      field: 'content',
      title: { zh: '题目', en: 'Question' },
      aliases: ['内容', '评教题目', '指标'],
      needed: true,
      read: words(200),
      example: '教师备课充分，内容熟练',
    },
  ],
  keysOf: (row) => keyOf('题号', row, ['position']),
  // Questions move up where one was left out: only those of the file are compared.
  identity: { field: 'content', within: [], standing: () => Promise.resolve([]) },
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
