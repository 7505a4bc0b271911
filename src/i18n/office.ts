import { appShellTexts } from './app-shell.ts'
import { commonTexts } from './common.ts'
import { greenChannelReviewTexts } from './green-channel-review.ts'
import { homeTodayTexts } from './home-today.ts'
import { pageNameTexts } from './page-names.ts'

/** The frame of the office's screens. */
export const officeTexts = {
  title: { zh: pageNameTexts.names.zh.manage, en: pageNameTexts.names.en.manage },
  sections: { zh: '管理端栏目', en: 'Sections of the office' },
  welcome: homeTodayTexts.greeting,
  chooseSection: { zh: '请选择要处理的事务', en: 'Choose what you want to work on' },
  phone: { zh: '返回应用', en: 'Back to the app' },
  noRole: {
    zh: '您没有管理端的权限，请联系系统管理员。',
    en: 'You have no role in the office. Ask the administrator.',
  },
  noRoleTitle: commonTexts.noPermission,
  onlineOnly: {
    zh: '管理端仅在联网时可用；这里的内容不会保存在本机。',
    en: 'The office works online only; nothing of it is kept on this device.',
  },
  offline: {
    zh: '当前没有网络。管理端仅在联网时可用，联网后会自动继续。',
    en: 'There is no network. The office works online only and goes on by itself.',
  },
  unknown: { zh: '没有这个页面', en: 'There is no such page' },
  retry: appShellTexts.retry,
  close: appShellTexts.close,
  more: greenChannelReviewTexts.more,
  search: greenChannelReviewTexts.search,
  searchTerms: greenChannelReviewTexts.searchTerms,
  filters: { zh: '筛选条件', en: 'Filters' },
  none: { zh: '没有符合条件的记录', en: 'Nothing matches' },
  total: { zh: (count: number) => `共 ${count} 条`, en: (count: number) => `${count} in all` },
  leaveUnsaved: {
    zh: '有内容尚未保存，离开后会丢失。确定离开吗？',
    en: 'What you wrote is not saved and will be lost. Leave all the same?',
  },
  dayFormat: { zh: '年-月-日', en: 'YYYY-MM-DD' },
  minuteFormat: { zh: '年-月-日 时:分', en: 'YYYY-MM-DD hh:mm' },
  wrongDay: {
    zh: '请按 2026-09-01 的格式填写日期',
    en: 'Write the day like 2026-09-01',
  },
  wrongMinute: {
    zh: '请按 2026-09-01 08:30 的格式填写日期和时间',
    en: 'Write the day and time like 2026-09-01 08:30',
  },
  chooseDay: {
    zh: (field: string) => `在日历中选择：${field}`,
    en: (field: string) => `Choose in a calendar: ${field}`,
  },
  show: greenChannelReviewTexts.show,
  showNote: greenChannelReviewTexts.showNote,
  reason: { zh: '原因', en: 'Reason' },
  reasonNeeded: { zh: '请填写原因', en: 'Give a reason' },
  administrator: { zh: '系统管理员', en: 'Administrator' },
  admissions: { zh: '招生', en: 'Admissions' },
  finance: { zh: '财务', en: 'Finance' },
  dormOffice: { zh: '公寓管理', en: 'Dormitory office' },
  supervisor: { zh: '宿管', en: 'Dorm supervisor' },
  reviewer: { zh: '审核老师', en: 'Review teacher' },
  counsellor: { zh: '辅导员', en: 'Counsellor' },
} as const
