/** The suggestion to add the app to the home screen. */
export const installTexts = {
  title: { zh: '放到主屏幕', en: 'Put it on the home screen' },
  text: { zh: '像应用一样打开，没有信号也能用', en: 'Opens like an app, without a signal too' },
  ios: {
    zh: '点浏览器的“分享”按钮，再选“添加到主屏幕”',
    en: 'Tap the browser’s share button, then “Add to Home Screen”',
  },
  add: { zh: '添加', en: 'Add' },
  later: { zh: '不用了', en: 'No, thanks' },
} as const
