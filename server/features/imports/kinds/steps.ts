import { campusFormOfStepPage } from '#contract/campus-form-names'
import { ONBOARDING_STEP_PAGES } from '#contract/reference-data'
import { contentImportTexts } from '#i18n/import-content'
import type { Db } from '../../../platform/database/db.ts'
import { selectIsFormStep } from '../../campus-form-audience/public.ts'
import { choiceCell, wholeNumberCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type { FileRow, ImportKindDefinition, RowValues, RowIssue } from '../import-kind.ts'
import { checkReferenceMoves, buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, type TableShape, tableStore, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'flow_step',
  id: ['id'],
  fields: {
    id: 'int',
    title: 'text',
    page: 'text',
    skippable: 'boolean',
    needs_dorm: 'boolean',
  },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The names of the steps' pages in files. */
export const PAGE_NAMES: Readonly<
  Record<(typeof ONBOARDING_STEP_PAGES)[number], readonly string[]>
> = {
  personalinformation: ['个人与家庭信息', '家庭信息'],
  schoolInformation: ['到校信息'],
  selectdorm: ['选择宿舍类型', '选择宿舍'],
  militaryTrainingClothing: ['军训服装'],
  onlinefee: ['缴费信息'],
  checkin: ['缴费明细'],
  livinguse: ['生活用品'],
}

/** The onboarding steps. */
export const stepsImport: ImportKindDefinition = {
  name: 'steps',
  title: contentImportTexts.steps,
  about: contentImportTexts.stepsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '序号', en: 'Number' },
      aliases: ['步骤序号', '编号'],
      needed: true,
      read: wholeNumberCell(1, 999),
      example: '1',
    },
    {
      field: 'title',
      title: { zh: '步骤名称', en: 'Step' },
      aliases: ['名称', '标题'],
      needed: true,
      read: textUpTo(50),
      example: '个人与家庭信息',
    },
    {
      field: 'page',
      title: { zh: '页面', en: 'Page' },
      aliases: ['打开页面', '地址'],
      needed: true,
      read: choiceCell(ONBOARDING_STEP_PAGES.map((value) => ({ value, as: PAGE_NAMES[value] }))),
      example: '个人与家庭信息',
    },
    {
      field: 'skippable',
      title: { zh: '可跳过', en: 'May be skipped' },
      aliases: ['是否可跳过'],
      read: yesNoCell,
      blank: false,
      example: '否',
    },
    {
      field: 'needs_dorm',
      title: { zh: '仅选宿舍的学生', en: 'Only for who chooses a dormitory' },
      aliases: ['选宿舍步骤', '研究生不显示'],
      read: yesNoCell,
      blank: false,
      example: '否',
    },
  ],
  keysOf: (row) => [...buildRowKey('序号', row, ['id']), ...buildRowKey('页面', row, ['page'])],
  identity: tableIdentity(shape, 'title'),
  resolve,
  store: tableStore(shape),
  // The steps of forms come and go with the forms, which a file does not contain.
  withdrawal: tableWithdrawal(shape, selectIsFormStep('t')),
}

// A submitted form completes the step of its page, so two steps must not have the same page.
async function resolve(
  db: Db,
  rows: readonly RowValues[],
  file: readonly FileRow[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const standing = await db
    .selectFrom('flow_step')
    .select(['id', 'title', 'page'])
    .where('withdrawn_at', 'is', null)
    .execute()
  return checkReferenceMoves(
    rows.map((row, at) => (file[at]?.isGood === true ? row['id'] : undefined)),
    (moving) =>
      rows.map((row) => {
        const other = standing.find(
          ({ id, page }) =>
            (page === row['page'] && id !== row['id'] && !moving.has(id)) ||
            (id === row['id'] && campusFormOfStepPage(page) !== undefined),
        )
        return other === undefined
          ? row
          : createIssueList('page', contentImportTexts.pageTaken, other.title)
      }),
  )
}
