import { arrivalTexts } from './arrivals.ts'
import { lateArrivalTexts } from './late-arrivals.ts'
import { officeSectionTexts } from './office-sections.ts'
import { onboardingProgressTexts } from './onboarding-progress.ts'

/** The follow-up of new students by class, for counsellors and the office. */
export const counsellorTexts = {
  title: officeSectionTexts.classes,
  aboutOwn: {
    zh: '这里只有您所带班级的新生。',
    en: 'Only the new students of your classes are shown here.',
  },
  aboutOffice: {
    zh: '全校新生；辅导员只看到自己所带的班级。',
    en: 'All new students. A counsellor sees only their own classes.',
  },
  noClasses: {
    zh: '您还没有所带班级，请联系系统管理员。',
    en: 'You have no classes yet. Ask the administrator.',
  },
  className: onboardingProgressTexts.className,
  allClasses: { zh: '全部班级', en: 'All classes' },
  classes: { zh: '各班报到情况', en: 'Arrivals by class' },
  expected: arrivalTexts.expected,
  arrived: arrivalTexts.arrived,
  missing: arrivalTexts.missing,
  explained: { zh: '已记录原因', en: 'With a reason' },
  group: { zh: '学生状态', en: 'Which students' },
  unexplained: { zh: '未到且无原因', en: 'Not arrived, no reason' },
  requests: { zh: '待答复的延期申请', en: 'Requests to answer' },
  all: arrivalTexts.allStudents,
  openStep: { zh: '未完成的步骤', en: 'Open step' },
  anyStep: { zh: '不限步骤', en: 'Any step' },
  find: { zh: '姓名、学号或考生号', en: 'Name or number' },
  list: { zh: '新生名单', en: 'New students' },
  name: arrivalTexts.name,
  number: arrivalTexts.number,
  phone: arrivalTexts.phone,
  showPhones: arrivalTexts.showPhones,
  phonesNoted: arrivalTexts.phonesNoted,
  arrival: { zh: '报到状态', en: 'Arrival' },
  arrivedAt: {
    zh: (time: string) => `${time} 已报到`,
    en: (time: string) => `Arrived ${time}`,
  },
  steps: { zh: '待办步骤', en: 'Open steps' },
  allDone: { zh: '全部完成', en: 'All done' },
  absence: lateArrivalTexts.absence,
  follow: { zh: '跟进', en: 'Follow up' },
  followNamed: {
    zh: (name: string) => `跟进 ${name}`,
    en: (name: string) => `Follow up ${name}`,
  },
  asks: {
    zh: (day: string) => `申请 ${day} 报到`,
    en: (day: string) => `Asks for ${day}`,
  },
  record: { zh: '记录未到原因', en: 'Record a reason' },
  kind: { zh: '原因类别', en: 'Kind of reason' },
  noneKind: { zh: '按时报到（取消原因）', en: 'Comes as planned (no reason)' },
  note: { zh: '情况说明', en: 'Note' },
  noteHint: {
    zh: '学生下载自己的数据时可以看到',
    en: 'Students see it in the copy of their data',
  },
  noteNeeded: { zh: '请填写情况说明', en: 'Write a note' },
  declinedHint: {
    zh: '放弃入学的学生，请招生办公室在学生页面办理退学。',
    en: 'The admissions office withdraws students who decline on their page.',
  },
  save: { zh: '保存原因', en: 'Save the reason' },
  saved: { zh: '原因已记录', en: 'The reason was recorded' },
  arrivedAlready: {
    zh: '该学生已经报到，不需要原因',
    en: 'The student has arrived, so there is no reason to record',
  },
  recordedMeanwhile: {
    zh: '其他人刚刚记录了这名学生的情况，请查看后再保存',
    en: 'Somebody has just recorded something about this student. Look at it, then save',
  },
  history: { zh: '跟进记录', en: 'History' },
  noHistory: { zh: '还没有记录', en: 'Nothing is recorded yet' },
  by: {
    zh: (time: string, name: string) => `${time} ${name}`,
    en: (time: string, name: string) => `${time} ${name}`,
  },
  request: { zh: '延期报到申请', en: 'Request for a late arrival' },
  answer: { zh: '答复内容', en: 'Answer' },
  answerNeeded: { zh: '不同意时请填写答复内容', en: 'Say why you refuse' },
  grant: { zh: '同意延期', en: 'Grant' },
  refuse: { zh: '不同意延期', en: 'Refuse' },
  answered: { zh: '已答复，学生会收到通知', en: 'Answered. The student gets a notice' },
  answeredAlready: {
    zh: '这份申请已经答复或撤回',
    en: 'This request was answered or withdrawn already',
  },
  requestChanged: {
    zh: '学生刚刚修改了这份申请，请查看后再答复',
    en: 'The student has just changed this request. Read it again before you answer',
  },
  exportTitle: { zh: '班级跟进名单', en: 'Class follow-up list' },
  close: { zh: '关闭跟进', en: 'Close' },
} as const
