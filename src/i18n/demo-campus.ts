import { officeTexts } from './office.ts'

/** The demo users of the demo campus. */
export const demoCampusTexts = {
  fresh: { zh: '新生（本科），尚未填写任何内容', en: 'New undergraduate, nothing filled in yet' },
  finished: {
    zh: '新生（本科），已全部完成并报到',
    en: 'New undergraduate, all done and checked in',
  },
  loan: {
    zh: '新生（本科），助学贷款待审核',
    en: 'New undergraduate with a pending loan application',
  },
  postgraduate: { zh: '新生（研究生）', en: 'New postgraduate' },
  companion: {
    zh: '新生（本科），与990002同城同日出发',
    en: 'New undergraduate, starts where and when 990002 does',
  },
  continuing: {
    zh: '在校生：课表、成绩、评教、欠费',
    en: 'Continuing student: timetable, grades, evaluations, money owed',
  },
  international: { zh: '国际学院在校生', en: 'Continuing student of the international college' },
  rejected: { zh: '在校生，助学贷款未通过', en: 'Continuing student with a rejected loan' },
  staff: { zh: '教职工', en: 'Staff without a special post' },
  supervisor: officeTexts.supervisor,
  reviewer: officeTexts.reviewer,
  administrator: { zh: '管理端：系统管理员', en: 'Office: administrator' },
  admissions: { zh: '管理端：招生办公室', en: 'Office: admissions' },
  finance: { zh: '管理端：财务', en: 'Office: finance' },
  dormOffice: { zh: '管理端：公寓管理中心', en: 'Office: dormitory office' },
  counsellor: { zh: '管理端：辅导员', en: 'Office: counsellor' },
} as const
