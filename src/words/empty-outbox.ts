import { frameWords } from './frame.ts'

/** The outbox in which nothing waits. */
export const emptyOutboxWords = {
  title: frameWords.outboxTab,
  empty: { zh: '没有待提交的内容', en: 'Nothing is waiting' },
  emptyText: {
    zh: '没有网络时填写的内容会先保存在这里',
    en: 'What you fill in without a network is kept here first',
  },
  home: frameWords.home,
} as const
