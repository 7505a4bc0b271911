/** The question before a binding ends (ID-24, ID-25, D-105). */
export const unbindingWords = {
  unbindAsk: {
    zh: '解除绑定后，这部手机上的个人内容会全部清除。',
    en: 'Unbinding removes everything personal from this phone.',
  },
  unbindOffline: {
    zh: '现在没有网络：这部手机会立即清除，学校那边的登录过期后失效。',
    en: 'There is no network: this phone is cleared now, and its sign-in at the university ends when it expires.',
  },
  unbindUnreachable: {
    zh: '现在连不上学校：这部手机会立即清除，学校那边的登录可能要等过期才失效。',
    en: 'The university cannot be reached now: this phone is cleared all the same, and its sign-in at the university may last until it expires.',
  },
  unsent: {
    zh: (count: number) => `还有 ${count} 份内容没有提交给学校，解除绑定会丢失。`,
    en: (count: number) => `${count} submissions have not reached the university. Unbinding would lose them.`,
  },
  othersUnsent: {
    zh: (count: number) =>
      `这部手机上还有其他人的 ${count} 份内容没有提交，解除绑定也会删除，无法恢复。可以先请他们重新绑定并提交。`,
    en: (count: number) =>
      `${count} submissions of somebody else on this phone have not reached the university either. Unbinding deletes them for good; they could bind again and send them first.`,
  },
  sendFirst: { zh: '先提交', en: 'Send first' },
  exportFirst: { zh: '导出为文件', en: 'Export to a file' },
  exported: { zh: '已导出', en: 'Exported' },
  discardAndUnbind: { zh: '放弃并解除绑定', en: 'Discard and unbind' },
  cancel: { zh: '取消', en: 'Cancel' },
  confirmUnbind: { zh: '确定解除', en: 'Unbind' },
  unbinding: { zh: '正在解除绑定', en: 'Unbinding' },
  unbound: { zh: '已解除绑定', en: 'Unbound' },
} as const
