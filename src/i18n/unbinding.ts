import { appShellTexts } from './app-shell.ts'

/** The confirmation before a binding ends (ID-24, ID-25, D-105). */
export const unbindingTexts = {
  unbindAsk: {
    zh: '解除绑定后，这部手机上的个人内容会全部清除。',
    en: 'Unbinding removes everything personal from this phone.',
  },
  unbindOffline: {
    zh: '现在没有网络：这部手机会立即清除，下次联网打开时再通知学校。',
    en: 'There is no network: this phone is cleared now, and the university is told when the app is next opened with one.',
  },
  unbindUnreachable: {
    zh: '现在连不上学校：这部手机会立即清除，下次连上时再通知学校。',
    en: 'The university cannot be reached now: this phone is cleared all the same, and the university is told when it can be reached again.',
  },
  unsent: {
    zh: (count: number) => `还有 ${count} 份内容没有提交给学校，解除绑定会丢失。`,
    en: (count: number) =>
      `${count} submissions have not reached the university. Unbinding would lose them.`,
  },
  drafts: {
    zh: (count: number) => `还有 ${count} 份草稿没有提交，解除绑定会丢失。`,
    en: (count: number) =>
      count === 1
        ? 'One draft was not submitted. Unbinding would lose it.'
        : `${count} drafts were not submitted. Unbinding would lose them.`,
  },
  unread: {
    zh: '暂时无法读取本机保存的内容，其中可能有尚未提交给学校的，解除绑定会一并清除。',
    en: 'What is saved on this phone cannot be read right now. It may include something that has not reached the university and would be lost.',
  },
  othersUnsent: {
    zh: (count: number) =>
      `这部手机上还有其他人的 ${count} 份内容没有提交。可以留给他们：他们在这部手机上重新绑定后自动提交。也可以一起删除，删除后无法恢复。`,
    en: (count: number) =>
      `${count} submissions of somebody else on this phone have not reached the university. They can stay: once their owner binds again on this phone they are sent. Or they are deleted too, for good.`,
  },
  keepOthers: { zh: '解除绑定，留下其他人的内容', en: 'Unbind, keep what is theirs' },
  deleteOthers: { zh: '全部删除并解除绑定', en: 'Delete everything and unbind' },
  notTold: {
    zh: '解绑失败：这部手机已清除，但学校没有解除绑定，请联系学校。',
    en: 'Unbinding failed: this phone is cleared, but the university has kept the binding. Contact the university.',
  },
  refused: {
    zh: (why: string) =>
      `解绑失败${why === '' ? '' : `（${why}）`}：学校没有解除绑定，这部手机没有清除任何内容。`,
    en: (why: string) =>
      `Unbinding failed${why === '' ? '' : ` (${why})`}: the university has kept the binding, and nothing on this phone was cleared.`,
  },
  tryAgain: appShellTexts.retry,
  clearAnyway: { zh: '仍然清除这部手机', en: 'Clear this phone anyway' },
  stillHere: {
    zh: '上次解除绑定时，这部手机上有内容没能清除。请在浏览器设置中清除本网站的数据。',
    en: 'The last unbinding could not remove everything from this phone. Clear this site’s data in the browser’s settings.',
  },
  leftBehind: {
    zh: '已解除绑定，但这部手机上还有内容没能清除，下次打开时会再试。也可以在浏览器设置中清除本网站的数据。',
    en: 'Unbound, but something could not be removed from this phone; it is tried again at the next start. You can also clear this site’s data in the browser’s settings.',
  },
  clear: { zh: '清除这部手机', en: 'Clear this phone' },
  clearAsk: {
    zh: '这部手机上的个人内容会全部清除，无法恢复。',
    en: 'Everything personal is removed from this phone, for good.',
  },
  clearUnsent: {
    zh: (count: number) => `还有 ${count} 份内容没有提交给学校，清除后会丢失。`,
    en: (count: number) =>
      `${count} submissions have not reached the university. Clearing this phone loses them.`,
  },
  confirmClear: { zh: '确定清除', en: 'Clear it' },
  clearing: { zh: '正在清除', en: 'Clearing' },
  cleared: { zh: '已清除', en: 'Cleared' },
  sendFirst: { zh: '先提交', en: 'Send first' },
  exportFirst: { zh: '导出为文件', en: 'Export to a file' },
  discardAndUnbind: { zh: '放弃并解除绑定', en: 'Discard and unbind' },
  cancel: { zh: '取消', en: 'Cancel' },
  confirmUnbind: { zh: '确定解除', en: 'Unbind' },
  unbinding: { zh: '正在解除绑定', en: 'Unbinding' },
  unbound: { zh: '已解除绑定', en: 'Unbound' },
} as const
