import { officeSectionTexts } from './office-sections.ts'

/** The audit log of the office. */
export const auditLogTexts = {
  title: officeSectionTexts.log,
  about: {
    zh: '管理端的每一次操作都会记录在这里，任何人都无法修改或删除。',
    en: 'Everything that is done in the office stands here. Nobody can change or delete it.',
  },
  at: { zh: '操作时间', en: 'Time' },
  who: { zh: '操作人', en: 'By' },
  action: { zh: '操作', en: 'What' },
  on: { zh: '对象', en: 'To' },
  changes: { zh: '具体内容', en: 'What of it' },
  kind: { zh: '操作类别', en: 'Kind' },
  anyKind: { zh: '全部类别', en: 'Every kind' },
  by: { zh: '操作人工号或姓名', en: 'By work number or name' },
  find: { zh: '操作、学号或姓名', en: 'Action, number or name' },
  from: { zh: '从（日期）', en: 'From' },
  to: { zh: '到（日期）', en: 'Until' },
} as const
