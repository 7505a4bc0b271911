import { commonWords } from './common.ts'
import { studentFields } from './fields/student.ts'
import { homeWords } from './home.ts'
import { supportWords } from './support.ts'

/** The inbox of the office, and what its answers look like to who wrote. */
export const inboxWords = {
  title: { zh: '收件箱', en: 'Inbox' },
  find: { zh: '姓名、学号或内容', en: 'Name, number or words' },
  state: { zh: '处理状态', en: 'State' },
  all: homeWords.all,
  open: supportWords.open,
  answered: supportWords.answered,
  whose: { zh: '负责人', en: 'Looked after by' },
  everybody: { zh: '不限', en: 'Anybody' },
  mine: { zh: '我负责的', en: 'Me' },
  nobody: { zh: '未分配', en: 'Nobody' },
  complaint: supportWords.complaint,
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
  answer: supportWords.answer,
  another: { zh: '补充答复', en: 'A further answer' },
  answerHint: {
    zh: (typed: number, most: number) => `${typed}/${most} 字，提交人会收到通知`,
    en: (typed: number, most: number) => `${typed} of ${most} characters; a notice tells who wrote`,
  },
  answerNeeded: commonWords.required,
  send: { zh: '发送答复', en: 'Send the answer' },
  sent: { zh: '答复已发送', en: 'The answer was sent' },
  answeredMeanwhile: {
    zh: '刚刚已有人答复，请先查看再决定是否补充',
    en: 'Somebody has answered meanwhile. Read it, then say whether more is needed',
  },
} as const
