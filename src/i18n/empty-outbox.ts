import { appShellTexts } from './app-shell.ts'

/** The empty outbox. */
export const emptyOutboxTexts = {
  title: appShellTexts.outboxTab,
  empty: { zh: '没有待提交的内容', en: 'Nothing is waiting' },
  emptyText: {
    zh: '没有网络时填写的内容会先保存在这里',
    en: 'What you fill in without a network is kept here first',
  },
  home: appShellTexts.home,
} as const
