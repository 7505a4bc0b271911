import { appShellTexts } from './app-shell.ts'

/** Notices (NOT rows; D-90). */
export const noticesTexts = {
  title: { zh: '通知公告', en: 'Notices' },
  one: { zh: '通知详情', en: 'Notice' },
  unread: { zh: '未读', en: 'Unread' },
  none: { zh: '暂无通知', en: 'No notices yet' },
  noneText: { zh: '学校发布通知后会出现在这里', en: 'What the university announces appears here' },
  gone: { zh: '这条通知不存在或已被撤回', en: 'There is no such notice, or it was withdrawn' },
  goneText: { zh: '请以学校最新的通知为准。', en: 'What the university says now counts.' },
  failed: { zh: '通知加载失败', en: 'The notices could not be loaded' },
  more: { zh: '查看更多', en: 'Show more' },
  home: appShellTexts.home,
  pinned: { zh: '置顶', en: 'On top' },
  files: { zh: '附件', en: 'Files' },
  filesOffline: {
    zh: '附件没有保存在手机上，联网后可以打开',
    en: 'Files are not kept on the phone. They open once you are online',
  },
  elsewhere: { zh: '（在新窗口打开）', en: ' (opens a new window)' },
} as const
