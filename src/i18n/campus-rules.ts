import { appShellTexts } from './app-shell.ts'
import { arrivalTexts } from './arrivals.ts'
import { exportTexts } from './exports.ts'
import { feeReliefTexts } from './fee-relief.ts'
import { formTitles } from './form-titles.ts'
import { formTexts } from './form.ts'
import { greenChannelTexts } from './green-channel.ts'
import { homeTexts } from './home.ts'
import { moneyImportTexts } from './import-money.ts'
import { majorTransferTexts } from './major-transfer.ts'
import { officeSectionTexts } from './office-sections.ts'
import { referenceDataTexts } from './reference-data.ts'

/** The rules of the campus, as the office edits them. */
export const campusRuleTexts = {
  title: officeSectionTexts.rules,
  about: {
    zh: '学校自己的规则。每次修改从所选日期起生效，之前的规则保留在历史中。没有修改过的规则使用默认值。',
    en: 'The rules of your school. A change applies from the day that you choose, and earlier rules stay in the history. A rule that was never changed has its default value.',
  },
  elsewhere: {
    zh: '最低缴费额、迎新步骤、学期和作息时间在“内容与目录”中设置。',
    en: 'Lowest payments, steps, terms and bell schedules are set under “Content and lists”.',
  },
  rule: { zh: '规则名称', en: 'Rule' },
  now: { zh: '现行规则', en: 'Now' },
  since: { zh: '生效时间', en: 'Since' },
  byDefault: { zh: '默认值', en: 'Default' },
  planned: { zh: '已定的修改', en: 'Planned change' },
  none: feeReliefTexts.noScholarship,
  back: { zh: '返回全部规则', en: 'Back to all rules' },
  edit: { zh: '修改规则', en: 'Change the rule' },
  firstDay: { zh: '生效日期', en: 'Valid from' },
  firstDayHint: {
    zh: '选今天则保存后立即生效；选以后的日期则从当天零点起生效',
    en: 'Today: at once. A later day: from its first minute, in China time',
  },
  reason: { zh: '修改原因', en: 'Reason' },
  preview: { zh: '预览修改', en: 'Preview the change' },
  previewTitle: { zh: '这次修改的影响', en: 'What this change does' },
  change: { zh: '修改项', en: 'Change' },
  before: { zh: '修改前', en: 'Before' },
  after: { zh: '修改后', en: 'After' },
  unchanged: { zh: '与当时生效的规则相同，没有修改。', en: 'This is the rule as it stands then.' },
  fromNow: { zh: '保存后立即生效。', en: 'It applies at once.' },
  fromDay: {
    zh: (time: string) => `从 ${time} 起生效。`,
    en: (time: string) => `It applies from ${time}.`,
  },
  untilNext: {
    zh: (time: string) => `到 ${time} 为止，那时另一项已定的修改生效。`,
    en: (time: string) => `It applies until ${time}, when another planned change begins.`,
  },
  pending: {
    zh: (count: number) => `已提交、待审核的 ${count} 份申请不受影响。`,
    en: (count: number) => `${count} applications that are under review stay as they are.`,
  },
  graceNote: {
    zh: '手机上没有网络时按原规则提交的内容，在宽限时间内送达的仍按提交时的规则处理，并通知学生。',
    en: 'What was submitted on a phone by the earlier rule and arrives within the grace is judged by that rule, and the student is told.',
  },
  save: { zh: '保存规则', en: 'Save the rule' },
  saved: { zh: '规则已保存', en: 'The rule was saved' },
  history: { zh: '历史', en: 'History' },
  by: { zh: '修改人', en: 'By' },
  at: { zh: '修改时间', en: 'Changed' },
  value: { zh: '规则内容', en: 'Value' },
  takenBack: { zh: '已取消', en: 'Taken back' },
  takeBack: { zh: '取消这项修改', en: 'Take the change back' },
  takeBackNamed: {
    zh: (time: string) => `取消从 ${time} 起的修改`,
    en: (time: string) => `Take back the change from ${time}`,
  },
  takeBackAbout: {
    zh: '这项修改还没有生效，取消后继续使用现行规则。',
    en: 'The change does not apply yet. The present rule then stays.',
  },
  wasTakenBack: { zh: '修改已取消', en: 'The change was taken back' },
  readOnly: { zh: '只有管理员可以修改规则。', en: 'Only administrators can change rules.' },
  yes: exportTexts.yes,
  no: exportTexts.no,
  choose: formTexts.choose,
  close: appShellTexts.close,
  unlimited: { zh: '不限制', en: 'No limit' },
  wordsHint: { zh: '每行一个', en: 'One in each line' },
  tooManyWords: { zh: '最多填写 100 项', en: 'At most 100 entries' },
  zeroHint: { zh: '0 表示不限', en: '0: no limit' },
  minuteHint: {
    zh: '北京时间；不填表示不限',
    en: 'China time; empty for no limit',
  },

  affectsNew: {
    zh: (count: number) => `适用于今年的新生，现有 ${count} 人。`,
    en: (count: number) => `It concerns this year’s new students, now ${count}.`,
  },
  affectsAll: {
    zh: (count: number) => `适用于全部学生，现有 ${count} 人。`,
    en: (count: number) => `It concerns all students, now ${count}.`,
  },
  affectsUndone: {
    zh: (count: number) => `适用于还没有完成这一步的新生，现有 ${count} 人。`,
    en: (count: number) => `It concerns new students who have not done this step, now ${count}.`,
  },
  affectsContinuing: {
    zh: (count: number) => `适用于在校生，现有 ${count} 人。`,
    en: (count: number) => `It concerns continuing students, now ${count}.`,
  },
  affectsReviewers: {
    zh: (count: number) => `适用于审核老师，现有 ${count} 人。`,
    en: (count: number) => `It concerns review teachers, now ${count}.`,
  },

  deferral: greenChannelTexts.deferral,
  deferralAbout: {
    zh: '缓交金额怎样计算、谁可以申请、一年最多多少份。选“全部学生”时，在校生也按这条规则缓交，不再适用“减免”规则。',
    en: 'How the amount of a deferral is computed, who can apply, and how many in a year. If all students can defer, the rule of reductions no longer applies.',
  },
  formula: { zh: '缓交金额的算法', en: 'Amount of the deferral' },
  formulaRest: { zh: '学费与住宿费之和减去先缴金额', en: 'The total minus what is paid at once' },
  formulaPercent: { zh: '学费与住宿费之和的百分比', en: 'A percentage of the total' },
  formulaLimit: { zh: '学生自己填写，不超过上限', en: 'Chosen by the student up to a limit' },
  paid: { zh: '先缴金额（元）', en: 'Paid at once (yuan)' },
  percent: { zh: '缓交百分比', en: 'Percentage' },
  limit: { zh: '金额上限（元）', en: 'Limit (yuan)' },
  quota: { zh: '一年的名额', en: 'Applications in a year' },
  students: { zh: '谁可以申请', en: 'Who can apply' },
  studentsNew: { zh: '今年的新生', en: 'This year’s new students' },
  studentsAll: arrivalTexts.allStudents,

  reduction: { zh: homeTexts.apps.zh.reduction, en: homeTexts.apps.en.reduction },
  reductionAbout: {
    zh: '在校生从“减免”提交的申请：谁可以申请、最多多少、一年最多多少份。新生按“缓交”规则办理。',
    en: 'Applications of continuing students for a reduction: who can apply, for how much, and how many in a year. New students defer.',
  },
  reductionFormula: { zh: '减免金额的算法', en: 'Amount of the reduction' },
  formulaShare: {
    zh: '学生自己填写，不超过学费与住宿费之和的百分比',
    en: 'Chosen by the student up to a percentage of the total',
  },
  studentsContinuing: { zh: '往年入学的在校生', en: 'Continuing students' },
  studentsNone: { zh: '暂不接受申请', en: 'Nobody, for now' },

  loan: greenChannelTexts.loan,
  loanAbout: {
    zh: '贷款金额的范围和档位，以及入学后几年内可以申请。',
    en: 'The amounts on offer, and the years of study in which students can apply.',
  },
  least: { zh: '最低金额（元）', en: 'Least (yuan)' },
  most: { zh: '最高金额（元）', en: 'Most (yuan)' },
  step: { zh: '每档金额（元）', en: 'Step (yuan)' },
  years: { zh: '可申请的学年数', en: 'Years of study' },
  mostBelow: moneyImportTexts.mostBelow,
  stepMisses: {
    zh: '最高金额与最低金额之差须是每档金额的整数倍',
    en: 'The most has to be the least plus whole steps',
  },
  tooManySteps: {
    zh: '贷款金额最多 200 档，请加大每档金额',
    en: 'At most 200 amounts; choose a larger step',
  },

  grades: { zh: '成绩合格标准', en: 'Pass mark' },
  gradesAbout: {
    zh: '多少分以上、哪些等级算合格。',
    en: 'The points and the words that count as a pass.',
  },
  mark: { zh: '合格分数', en: 'Least points of a pass' },
  passWords: { zh: '算合格的等级', en: 'Words that are a pass' },

  family: { zh: '职业与关系', en: 'Occupations and relations' },
  familyAbout: {
    zh: '家庭成员可以选择的职业，以及父亲、母亲、其他以外的关系。',
    en: 'The occupations on offer, and relations besides father, mother and other.',
  },
  occupations: { zh: '可选职业', en: 'Occupations' },
  relations: { zh: '增加的关系', en: 'Further relations' },
  relationKnown: {
    zh: '父亲、母亲、其他已经有了，不用再写',
    en: 'Father, mother and other are there already',
  },

  transfer: majorTransferTexts.title,
  transferAbout: {
    zh: '谁可以转、可以转几次、理由至少多少字。',
    en: 'Who can change their major, how often, and how long the reason is.',
  },
  arts: { zh: '艺术类专业可以转出', en: 'Arts majors may transfer' },
  science: { zh: '文科可以转入理科', en: 'Liberal arts may transfer to science' },
  times: { zh: '在校期间的次数', en: 'Transfers during the studies' },
  reasonLength: { zh: '理由最少字数', en: 'Shortest reason (characters)' },

  supplies: formTitles.living,
  suppliesAbout: {
    zh: '院系名称含有这个词的学生使用第二套用品目录（国际）。',
    en: 'Students of departments with this word in their name have the second catalogue.',
  },
  word: { zh: '院系名称中的词', en: 'Word in the department’s name' },

  countdowns: { zh: '倒计时', en: 'Countdowns' },
  countdownsAbout: {
    zh: '多久可以重发验证码，选好的床位为缴费保留多久。',
    en: 'How soon a code can be sent again, and how long a chosen bed is held for its payment.',
  },
  codeSeconds: { zh: '重发验证码间隔（秒）', en: 'Code again after (seconds)' },
  bedSeconds: { zh: '床位保留时间（秒）', en: 'A bed is held for (seconds)' },

  keys: { zh: '钥匙发放', en: 'Hand-over of keys' },
  keysAbout: {
    zh: '宿管确认入住时，是否在扫码页登记钥匙已交给学生。',
    en: 'Whether supervisors record on the scanner that they handed over the key of the room.',
  },
  keysRecorded: { zh: '扫码时登记钥匙', en: 'Keys are recorded' },
  affectsSupervisors: {
    zh: (count: number) => `适用于宿管人员，现有 ${count} 人。`,
    en: (count: number) => `It concerns dorm supervisors, now ${count}.`,
  },

  review: { zh: '审核年度', en: 'Years of the review' },
  reviewAbout: {
    zh: '审核列表可以选择的年度，今年总在其中。',
    en: 'The years that review teachers can choose; this year is always one of them.',
  },
  first: { zh: '最早年度', en: 'First year' },
  last: { zh: '最晚年度', en: 'Last year' },
  lastBelow: { zh: '最晚年度不能早于最早年度', en: 'The last year cannot be before the first' },

  late: { zh: '延迟送达', en: 'Late delivery' },
  lateAbout: {
    zh: '手机上没有网络时提交的内容，多少小时内送达仍按提交时的规则处理。',
    en: 'For how many hours a submission that waited on a phone is judged by the rule of when it was submitted.',
  },
  hours: { zh: '宽限（小时）', en: 'Grace (hours)' },

  messages: { zh: '消息渠道', en: 'Message channels' },
  messagesAbout: {
    zh: '审核结果、答复、重要通知等消息依次尝试哪些渠道，夜间哪些时段不打扰学生。应用内通知总是保留。',
    en: 'In which order the channels are tried for decisions, answers, important notices and the like, and in which hours students are left alone. The notice in the app is always there.',
  },
  channelFirst: { zh: '首选渠道', en: 'First channel' },
  channelSecond: { zh: '第二渠道', en: 'Second channel' },
  channelThird: { zh: '第三渠道', en: 'Third channel' },
  channelFourth: { zh: '第四渠道', en: 'Fourth channel' },
  channelFifth: { zh: '第五渠道', en: 'Fifth channel' },
  quietFrom: { zh: '免打扰开始（时）', en: 'Quiet from (hour)' },
  quietUntil: { zh: '免打扰结束（时）', en: 'Quiet until (hour)' },
  importantAtNight: { zh: '重要通知夜间也发送', en: 'Important notices also in quiet hours' },
  answersAtNight: {
    zh: '学生申请和投诉的答复夜间也发送',
    en: 'Answers to what a student asked for also in quiet hours',
  },

  window: {
    zh: (page: string) => `开放时间：${page}`,
    en: (page: string) => `Window: ${page}`,
  },
  windowAbout: {
    zh: '这一步从何时到何时可以提交，过时的学生看到什么。办公室仍可以代填。',
    en: 'When this step takes submissions, and what a late student is told. The office can still fill it in.',
  },
  checkinWindow: { zh: '开放时间：网上报到（全部步骤）', en: 'Window: the whole online check-in' },
  checkinWindowAbout: {
    zh: '新生从何时到何时可以在手机上提交报到的各项内容，各步骤另有自己的开放时间。不影响缴费，也不影响宿舍和站点的扫码报到，夜间到校照常扫码。',
    en: 'When new students can submit the forms of the check-in on their phones, besides the window of each step. Payments are not affected, and neither are scans at the dormitory and at stations, by day or night.',
  },
  feeWindowAbout: {
    zh: '从何时到何时可以在手机上缴费或选择到校缴费，新生和在校生都适用。已经下单的付款照常入账，财务登记和冲抵不受限制。',
    en: 'When students, new or not, can pay on their phones or choose to pay on campus. A payment of an order that was placed in time is credited, and finance is not bound.',
  },
  from: { zh: '开始时间', en: 'Opens at' },
  until: referenceDataTexts.closesAt,
  untilBelow: { zh: '截止时间必须晚于开始时间', en: 'The window has to close after it opens' },
  note: { zh: '过时后的说明', en: 'What a late student is told' },
  noteEn: { zh: '过时后的说明（英文）', en: 'What a late student is told, in English' },
} as const
