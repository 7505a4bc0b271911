import { appShellTexts } from './app-shell.ts'
import { formTexts } from './form.ts'

/** The onboarding flow (FLOW rows; wording D-12, D-107). */
export const onboardingTexts = {
  titleNew: { zh: '新生网上报到', en: 'New-student online check-in' },
  titlePayment: { zh: '网上缴费', en: 'Online payment' },
  steps: { zh: '报到步骤', en: 'Check-in steps' },
  done: { zh: '已完成', en: 'Done' },
  doneAt: { zh: (time: string) => `已提交 · ${time}`, en: (time: string) => `Submitted · ${time}` },
  waiting: { zh: '待提交', en: 'Not sent yet' },
  waitingNote: { zh: '保存在本机，尚未提交', en: 'Saved on this phone, not yet sent' },
  needsYou: { zh: '需要处理', en: 'Needs you' },
  needsYouNote: {
    zh: (reason: string) => `学校退回：${reason}`,
    en: (reason: string) => `Returned by the university: ${reason}`,
  },
  lostNote: formTexts.lost,
  needsYouPlain: {
    zh: '学校退回，请修改后重交',
    en: 'Returned by the university. Change it and send it again',
  },
  conflictNote: {
    zh: '另一部手机也改过，请选择保留哪一个',
    en: 'Another phone changed it too. Choose which to keep',
  },
  next: { zh: '下一步', en: 'Next' },
  open: { zh: '可填写', en: 'Open' },
  locked: { zh: '未开始', en: 'Not started' },
  noRoom: { zh: '等待分配宿舍', en: 'Waiting for a room' },
  noRoomNote: { zh: '分配宿舍后即可填写', en: 'Opens once you are given a room' },
  onlineNote: { zh: '名额有限，需要联网', en: 'Places are limited; needs a network' },
  paymentNote: { zh: '需要联网', en: 'Needs a network' },
  optional: { zh: '可跳过', en: 'Can be skipped' },
  refused: {
    zh: (title: string) => `请先完成“${title}”`,
    en: (title: string) => `Finish “${title}” first`,
  },
  waitsFor: {
    zh: (title: string) => `学校收到“${title}”后，即可办理后续步骤`,
    en: (title: string) => `The next steps open once the university has received “${title}”`,
  },
  footnote: {
    zh: '"已完成"由学校确认。"待提交"的内容只在这部手机上，请勿卸载。',
    en: '“Done” is confirmed by the university. What is “not sent yet” is only on this phone: do not uninstall.',
  },
  empty: { zh: '学校还没有发布报到步骤', en: 'The university has not published the steps yet' },
  emptyText: { zh: '请稍后再来看看', en: 'Please come back later' },
  retry: appShellTexts.retry,
  problem: { zh: '报到步骤加载失败', en: 'The steps could not be loaded' },
} as const
