import { arrivalTexts } from './arrivals.ts'
import { officeSectionTexts } from './office-sections.ts'
import { onboardingTexts } from './onboarding.ts'
import { stepFormTexts } from './step-form.ts'

/** The progress of all students, reminders, and phones with unsent forms. */
export const onboardingProgressTexts = {
  title: officeSectionTexts.progress,
  steps: onboardingTexts.steps,
  step: stepFormTexts.step,
  done: onboardingTexts.done,
  open: { zh: '还未完成', en: 'Not finished' },
  expected: { zh: '应完成', en: 'Have this step' },
  share: { zh: '完成率', en: 'Finished' },
  choose: { zh: '查看名单', en: 'Who' },
  chooseNamed: {
    zh: (step: string) => `查看名单：未完成“${step}”`,
    en: (step: string) => `Who has not finished: ${step}`,
  },
  unfinished: {
    zh: (step: string) => `未完成：${step}`,
    en: (step: string) => `Not finished: ${step}`,
  },
  everybodyDone: { zh: '所有人都已完成', en: 'Everybody has finished it' },
  remind: { zh: '发送提醒', en: 'Remind them' },
  remindAbout: {
    zh: (count: number) => `将向 ${count} 名未完成的学生各发一条通知。`,
    en: (count: number) => `A notice goes to each of ${count} students who have not finished.`,
  },
  byText: {
    zh: '已登记手机号的如果没有其他渠道可用，还会收到一条短信。',
    en: 'Who has a phone number on record and is reached by no other channel gets a text message.',
  },
  onceADay: {
    zh: '同一步骤每人每天最多提醒一次，今天已提醒过的不会再收到。',
    en: 'Of one step everybody is reminded at most once a day.',
  },
  remindedAt: {
    zh: (when: string) => `上次提醒：${when}`,
    en: (when: string) => `Last reminder: ${when}`,
  },
  remindedToday: {
    zh: '名单上的学生今天都已提醒过，请明天再发',
    en: 'Everybody on the list was reminded today already. Try again tomorrow',
  },
  noticeTitle: { zh: '提醒标题', en: 'Title of the reminder' },
  noticeContent: { zh: '提醒内容', en: 'Text of the reminder' },
  defaultTitle: {
    zh: (step: string) => `请尽快完成：${step}`,
    en: (step: string) => `Please finish: ${step}`,
  },
  defaultContent: {
    zh: (step: string) =>
      `您的“${step}”还没有完成，请打开“网上迎新”填写。已填写但未提交的，请打开“待提交”查看。`,
    en: (step: string) =>
      `"${step}" is not finished. Open the check-in steps; what you have written may still wait on your phone.`,
  },
  titleRequired: { zh: '请填写提醒标题', en: 'Give the reminder a title' },
  contentRequired: { zh: '请填写提醒内容', en: 'Give the reminder a text' },
  reminded: {
    zh: (count: number) => `已提醒 ${count} 名学生`,
    en: (count: number) => `${count} students were reminded`,
  },
  phones: { zh: '手机上还没有送达的内容', en: 'Phones that still hold something' },
  phonesAbout: {
    zh: (count: number, waiting: number, refused: number) =>
      `${count} 部手机上有 ${waiting} 项待提交、${refused} 项需要处理。手机只上报数量，不上报内容。`,
    en: (count: number, waiting: number, refused: number) =>
      `${count} phones hold ${waiting} that wait and ${refused} that need somebody. They tell how many, never what.`,
  },
  noPhones: { zh: '没有手机上报未送达的内容', en: 'No phone has told that it holds anything' },
  waitingItems: { zh: '待发送', en: 'To be sent' },
  refusedItems: onboardingTexts.needsYou,
  oldest: { zh: '最早的写于', en: 'Oldest written' },
  version: { zh: '应用版本', en: 'App version' },
  sameVersion: { zh: '与本页相同', en: 'as this page' },
  endedSession: { zh: '登录已失效', en: 'Signed out' },
  reportedAt: arrivalTexts.reportedAt,
  name: arrivalTexts.name,
  number: arrivalTexts.number,
  department: arrivalTexts.department,
  className: { zh: '所在班级', en: 'Class name' },
} as const
