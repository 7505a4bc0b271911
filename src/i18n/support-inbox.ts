import { commonTexts } from './common.ts'
import { studentFields } from './fields/student.ts'
import { homeTexts } from './home.ts'
import { officeSectionTexts } from './office-sections.ts'
import { supportTexts } from './support.ts'

/** The inbox of the office, and how authors see its answers. */
export const supportInboxTexts = {
  title: officeSectionTexts.inbox,
  find: { zh: '姓名、学号或内容', en: 'Name, number or words' },
  state: { zh: '处理状态', en: 'State' },
  all: homeTexts.all,
  open: supportTexts.open,
  answered: supportTexts.answered,
  whose: { zh: '负责人', en: 'Looked after by' },
  everybody: { zh: '不限', en: 'Anybody' },
  mine: { zh: '我负责的', en: 'Me' },
  nobody: { zh: '未分配', en: 'Nobody' },
  complaint: supportTexts.complaint,
  service: { zh: '客服咨询', en: 'Help-desk request' },
  serviceText: {
    zh: '希望客服与其联系，没有留言。',
    en: 'Asked for customer service and left no words.',
  },
  who: { zh: '提交人', en: 'From' },
  what: { zh: '内容', en: 'What' },
  writtenAt: { zh: '提交时间', en: 'Written' },
  department: studentFields.department,
  back: { zh: '返回收件箱', en: 'Back to the inbox' },
  give: { zh: '交给', en: 'Give to' },
  given: { zh: '已分配', en: 'Given' },
  answer: supportTexts.answer,
  another: { zh: '补充答复', en: 'A further answer' },
  answerHint: {
    zh: (typed: number, most: number) => `${typed}/${most} 字，提交人会收到通知`,
    en: (typed: number, most: number) => `${typed} of ${most} characters; a notice tells who wrote`,
  },
  answerNeeded: commonTexts.required,
  send: { zh: '发送答复', en: 'Send the answer' },
  sent: { zh: '答复已发送', en: 'The answer was sent' },
  closed: supportTexts.closed,
  closedAt: { zh: '办结时间', en: 'Closed at' },
  category: supportTexts.category,
  noCategory: { zh: '未分类', en: 'No category' },
  allCategories: { zh: '不限类别', en: 'All categories' },
  counted: {
    zh: (name: string, open: string, total: string) => `${name}（待答复 ${open} / 共 ${total}）`,
    en: (name: string, open: string, total: string) => `${name} (${open} open of ${total})`,
  },
  history: { zh: '处理记录', en: 'What was done' },
  close: { zh: '办结', en: 'Close it' },
  closeHint: {
    zh: '办结后提交人会收到通知，在期限内可以重新提出',
    en: 'Who wrote is told, and can take it up again for a while',
  },
  reopen: { zh: '重新打开', en: 'Open it again' },
  wholeRole: {
    zh: (role: string) => `${role}（全体）`,
    en: (role: string) => `All of: ${role}`,
  },
  didAnswer: supportTexts.answer,
  didAssign: { zh: '转交', en: 'Given to' },
  didClose: supportTexts.closed,
  didReopen: { zh: '已重新打开', en: 'Opened again' },
  didUnsolved: supportTexts.unsolved,
} as const

const meanwhile = (zh: string, en: string) => (by: string) => ({
  zh: `${by}刚刚${zh}，请先查看再操作`,
  en: `${by} ${en} meanwhile. Read it first`,
})
/** The change made by a colleague or the author since an entry was read. */
export const inboxConflictTexts = {
  answer: meanwhile('已答复', 'has answered'),
  assign: meanwhile('已转交', 'has given it to somebody'),
  close: meanwhile('已办结', 'has closed it'),
  reopen: meanwhile('已重新打开', 'has opened it again'),
  unsolved: () => ({
    zh: '提交人刚刚表示仍未解决，请先查看再操作',
    en: 'Who wrote says meanwhile that it is not solved. Read it first',
  }),
} as const
