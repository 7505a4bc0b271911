import { officeSectionTexts } from './office-sections.ts'

/** Messages of the office to audiences of students. */
export const studentMessageTexts = {
  title: officeSectionTexts.reach,
  about: {
    zh: '给一部分学生发消息：先选择对象，看清人数，再发送。消息会进入应用内通知，并按学校设定的渠道依次发送。',
    en: 'Write to a part of the students: choose them, look at their number, then send. The message becomes a notice in the app and is sent by the channels of the campus in turn.',
  },
  compose: { zh: '新消息', en: 'New message' },
  audience: { zh: '发送对象', en: 'To whom' },
  audienceAbout: {
    zh: '同时满足所选条件的学生；不选即不限。',
    en: 'Students who meet all conditions; an empty condition does not limit.',
  },
  cohort: { zh: '新生还是在校生', en: 'New or continuing' },
  cohorts: {
    zh: { all: '全部学生', new: '仅新生', continuing: '仅在校生' },
    en: { all: 'All students', new: 'New students', continuing: 'Continuing students' },
  },
  levels: { zh: '学生层次', en: 'Levels' },
  colleges: { zh: '所在学院', en: 'Colleges' },
  majors: { zh: '所学专业', en: 'Majors' },
  classes: { zh: '行政班级', en: 'Classes' },
  buildings: { zh: '所住楼栋', en: 'Buildings' },
  station: { zh: '报到站点', en: 'Station' },
  step: { zh: '按报到步骤', en: 'Step' },
  list: { zh: '上传的名单', en: 'List' },
  any: { zh: '不限条件', en: 'Any' },
  add: { zh: '加入条件', en: 'Add' },
  remove: {
    zh: (name: string) => `去掉 ${name}`,
    en: (name: string) => `Remove ${name}`,
  },
  noBed: { zh: '没有床位', en: 'No bed' },
  stationStates: {
    zh: { recorded: '已经过', missing: '未经过' },
    en: { recorded: 'Was there', missing: 'Was not there' },
  },
  stationState: { zh: '是否经过该站点', en: 'Was there or not' },
  stepStates: {
    zh: { open: '还没做完', done: '已做完' },
    en: { open: 'Not finished', done: 'Finished' },
  },
  stepState: { zh: '是否完成该步骤', en: 'Finished or not' },
  upload: { zh: '上传名单', en: 'Upload a list' },
  uploadAbout: {
    zh: 'Excel、CSV 或文本文件，含学号或考生号',
    en: 'Excel, CSV or text with student or exam numbers',
  },
  uploaded: {
    zh: (count: number) => `名单中有 ${count} 名学生`,
    en: (count: number) => `The list has ${count} students`,
  },
  unknown: {
    zh: (lines: string, count: number) => `${count} 行未找到学生：${lines}`,
    en: (lines: string, count: number) => `No student found in ${count} lines: ${lines}`,
  },
  noNumbers: {
    zh: '文件中没有找到您可以联系的学生',
    en: 'The file names no student whom you may reach',
  },
  unreadable: {
    zh: '无法读取这个文件，请上传 Excel、CSV 或文本文件',
    en: 'This file cannot be read. Upload Excel, CSV or text',
  },
  count: {
    zh: (count: number) => `共 ${count} 名学生`,
    en: (count: number) => `${count} students`,
  },
  first: {
    zh: (count: number) => `前 ${count} 名`,
    en: (count: number) => `The first ${count}`,
  },
  nobody: { zh: '没有学生符合这些条件', en: 'No student meets these conditions' },
  number: { zh: '学号（部分隐藏）', en: 'Number' },
  name: { zh: '姓名（部分隐藏）', en: 'Name' },
  className: { zh: '班级名称', en: 'Class' },
  heading: { zh: '消息标题', en: 'Title' },
  content: { zh: '消息内容', en: 'Text' },
  headingEn: { zh: '英文标题（可不填）', en: 'Title in English (optional)' },
  contentEn: { zh: '英文内容（可不填）', en: 'Text in English (optional)' },
  titleNeeded: { zh: '请填写消息标题', en: 'The message needs a title' },
  contentNeeded: { zh: '请填写消息内容', en: 'The message needs a text' },
  englishWhole: {
    zh: '英文标题和内容请同时填写',
    en: 'The English title and text go together',
  },
  important: {
    zh: '重要：免打扰时段也发送（以学校规则为准）',
    en: 'Important: also in quiet hours, if the campus allows it',
  },
  order: {
    zh: (channels: string) => `依次尝试：${channels}`,
    en: (channels: string) => `Tried in turn: ${channels}`,
  },
  textMessages: {
    zh: (count: number, yuan: string) =>
      `其中 ${count} 名学生会收到短信，共 ${count} 条，约 ${yuan} 元（其他渠道发送失败时会更多）`,
    en: (count: number, yuan: string) =>
      `${count} of them get an SMS: ${count} messages, about ${yuan} yuan (more if another channel fails)`,
  },
  send: {
    zh: (count: number) => `发送给 ${count} 名学生`,
    en: (count: number) => `Send to ${count} students`,
  },
  confirm: { zh: '立即发送', en: 'Send now' },
  confirmAbout: {
    zh: '发送后可以撤回通知，但已发到手机上的短信等无法收回。请再核对对象和内容。',
    en: 'You can withdraw the notice later, but not an SMS that has arrived. Check the students and the words once more.',
  },
  sent: {
    zh: (count: number) => `已发送给 ${count} 名学生`,
    en: (count: number) => `Sent to ${count} students`,
  },
  changed: {
    zh: (count: number) => `对象已变化，现在是 ${count} 名学生。请核对后再发送。`,
    en: (count: number) => `The audience has changed: ${count} students now. Check, then send.`,
  },
  listGone: {
    zh: '这份名单已不存在，请重新上传',
    en: 'This list no longer exists. Upload it again',
  },
  log: { zh: '已发送的消息', en: 'Messages sent' },
  none: { zh: '还没有发送过消息', en: 'No message was sent yet' },
  at: { zh: '发送于', en: 'When' },
  by: { zh: '发送人', en: 'By' },
  people: { zh: '人数', en: 'Students' },
  read: { zh: '已读', en: 'Read' },
  results: { zh: '渠道与结果', en: 'Channels and results' },
  states: {
    zh: {
      sending: '发送中',
      later: '稍后重试',
      sent: '已发送',
      refused: '被拒绝',
      unreachable: '无法送达',
      unknown: '结果不明',
      'given up': '不再尝试',
    },
    en: {
      sending: 'being sent',
      later: 'again later',
      sent: 'sent',
      refused: 'refused',
      unreachable: 'not reachable',
      unknown: 'unknown',
      'given up': 'given up',
    },
  },
  waiting: {
    zh: (count: number) => `${count} 条待发送（免打扰时段过后发出）`,
    en: (count: number) => `${count} waiting, in quiet hours for their end`,
  },
  waitingOne: {
    zh: '等待发出（免打扰时段过后）',
    en: 'Waiting, in quiet hours for their end',
  },
  cost: {
    zh: (yuan: string) => `费用 ${yuan} 元`,
    en: (yuan: string) => `cost ${yuan} yuan`,
  },
  withdraw: { zh: '撤回消息', en: 'Withdraw' },
  withdrawNamed: {
    zh: (title: string) => `撤回消息：${title}`,
    en: (title: string) => `Withdraw: ${title}`,
  },
  withdrawAbout: {
    zh: '撤回后学生不再看到这条消息，还没有发出的不再发送。已发到手机上的短信等无法收回。',
    en: 'Students no longer see the message, and what waits is not sent. An SMS that has arrived cannot be taken back.',
  },
  withdrawn: { zh: '消息已撤回', en: 'Withdrawn' },
  alreadyWithdrawn: {
    zh: '这条消息已经撤回了',
    en: 'This message is withdrawn already',
  },
  readAt: { zh: '阅读时间', en: 'Read at' },
  unread: { zh: '尚未阅读', en: 'Not yet' },
  ofStudent: { zh: '收到的消息', en: 'Messages received' },
  ofStudentNone: { zh: '还没有给这名学生发送过消息', en: 'Nothing was sent to this student' },
  topic: { zh: '消息类型', en: 'Kind' },
} as const
