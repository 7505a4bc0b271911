import { isHtmlSmallEnoughToParse } from '#contract/notice-publishing'
import { contentImportTexts } from '#i18n/import-content'
import { importValueTexts } from '#i18n/import-values'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { isStorable } from '../../../platform/database/queries/storable.ts'
import { getSubjectOfCaller } from '../../../platform/sessions/session.ts'
import { cleanHtml } from '../../notices/public.ts'
import { timestampCell, identifierCell, choiceCell, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition, CellReadResult, RowValues, RowIssue } from '../import-kind.ts'
import {
  buildRowKey,
  studentColumn,
  findReferencedStudents,
  createIssueList,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const LONGEST = 100_000
// A student is named only in a notice to one person, so the column is optional.
const { needed: _needed, ...student } = studentColumn

const shape = {
  table: 'notice',
  id: ['id'],
  fields: {
    id: 'text',
    title: 'text',
    content: 'text',
    title_en: 'text',
    content_en: 'text',
    published_at: 'timestamptz',
    audience: 'text',
    subject: 'text',
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['audience'],
} as const satisfies TableShape

const table = tableStore(shape)

/** Notices. */
export const noticesImport: ImportKindDefinition = {
  name: 'notices',
  title: contentImportTexts.notices,
  about: contentImportTexts.noticesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '通知编号', en: 'Notice number' },
      aliases: ['编号'],
      needed: true,
      read: identifierCell(),
      example: '20260901',
    },
    {
      field: 'title',
      title: { zh: '标题', en: 'Title' },
      aliases: ['通知标题'],
      needed: true,
      read: textUpTo(200),
      example: '新生入学报到须知',
    },
    {
      field: 'content',
      title: { zh: '内容', en: 'Content' },
      aliases: ['正文', '通知内容'],
      needed: true,
      maxCharacters: LONGEST,
      read: content,
      example: '请在8月30日前完成网上迎新各步骤。',
    },
    {
      field: 'audience',
      title: { zh: '对象', en: 'For' },
      aliases: ['发布对象', '范围'],
      read: choiceCell([
        { value: 'everyone', as: ['所有人', '全部'] },
        { value: 'students', as: ['学生'] },
        { value: 'staff', as: ['教职工', '教师'] },
        { value: 'person', as: ['个人'] },
      ]),
      blank: 'everyone',
      example: '所有人',
    },
    { ...student, example: '' },
    {
      field: 'published_at',
      title: { zh: '发布时间', en: 'Published' },
      aliases: ['发布日期', '时间'],
      needed: true,
      read: timestampCell,
      example: '2026-08-20 08:00',
    },
    {
      field: 'title_en',
      title: { zh: '英文标题', en: 'Title in English' },
      read: textUpTo(300),
      blank: null,
      example: '',
    },
    {
      field: 'content_en',
      title: { zh: '英文内容', en: 'Content in English' },
      maxCharacters: LONGEST,
      read: content,
      blank: null,
      example: '',
    },
  ],
  keysOf: (row) => buildRowKey('通知编号', row, ['id']),
  check: (row) => {
    const isThere = (field: string) => (row[field] ?? null) !== null
    if (isThere('title_en') !== isThere('content_en'))
      return createIssueList('title_en', contentImportTexts.bothInEnglish)
    return (row['audience'] === 'person') === isThere('student')
      ? []
      : createIssueList('student', contentImportTexts.personNeeded)
  },
  resolve,
  store: {
    ...table,
    // The version is increased, so that an editor who has read the old version gets a conflict.
    change: async (db, rows, now, origin) => {
      await table.change(db, rows, now, origin)
      await db
        .updateTable('notice')
        .set((e) => ({ version: e('version', '+', 1) }))
        .where('id', 'in', ['', ...rows.map(({ id }) => id)])
        .execute()
    },
  },
  withdrawal: tableWithdrawal(shape),
  explainRemovalRefusal: async (db, ids) => {
    const read = await db
      .selectFrom('notice_read')
      .select('subject')
      .where('notice_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    return read === undefined ? undefined : contentImportTexts.read
  },
}

// Checks the HTML. It is sanitized when it is read; it is checked here too, so that the user sees
// the issues.
function content(text: string): CellReadResult {
  if (!isStorable(text)) return { says: importValueTexts.badCharacters }
  if (text.length > LONGEST) return { says: fillTemplateText(importValueTexts.tooLong, LONGEST) }
  const html = /<[a-z][^>]*>/i.test(text) ? text : paragraphs(text)
  if (!isHtmlSmallEnoughToParse(html)) return { says: noticePublishingTexts.tooManyElements }
  const value = cleanHtml(html).trim()
  return value.replace(/<[^>]*>|&nbsp;/g, '').trim() === '' && !value.includes('<img')
    ? { says: contentImportTexts.contentEmpty }
    : { value }
}

const paragraphs = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const named = rows.flatMap((row) => (typeof row['student'] === 'string' ? [row['student']] : []))
  const students = await findReferencedStudents(db, [...named, ''])
  return rows.map(({ student, ...row }) => {
    if (typeof student !== 'string') return { ...row, subject: null }
    const known = students(student)
    return 'says' in known
      ? createIssueList('student', known.says)
      : { ...row, subject: getSubjectOfCaller('student', known.code) }
  })
}
