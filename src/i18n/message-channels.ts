/** How messages reach a student: the names of channels, and the student's settings. */
export const messageChannelTexts = {
  channels: {
    zh: {
      push: '手机系统通知',
      'wechat-subscription': '微信订阅通知',
      'wechat-template': '公众号模板消息',
      wecom: '企业微信',
      sms: '短信',
      'in-app': '应用内通知',
    },
    en: {
      push: 'Notifications on this phone',
      'wechat-subscription': 'WeChat subscription message',
      'wechat-template': 'WeChat official account',
      wecom: 'WeCom',
      sms: 'Text message (SMS)',
      'in-app': 'Notice in the app',
    },
  },
  topics: {
    zh: {
      decision: '审核结果',
      answer: '投诉答复',
      notice: '重要通知',
      room: '床位通知',
      payment: '缴费确认',
      waiting: '待提交提醒',
      reminder: '步骤提醒',
      message: '学校消息',
    },
    en: {
      decision: 'Decision',
      answer: 'Answer',
      notice: 'Important notice',
      room: 'Room',
      payment: 'Payment',
      waiting: 'Waiting forms',
      reminder: 'Reminder',
      message: 'Message',
    },
  },
  title: { zh: '消息提醒', en: 'How you are told' },
  about: {
    zh: '审核结果、答复、宿舍、缴费和重要通知，会依次尝试以下渠道。应用内的通知总是保留，没有网络时也可以查看。',
    en: 'Decisions, answers, your room, payments and important notices are sent by these channels in turn. The notice in the app is always there, also without a network.',
  },
  quiet: {
    zh: (hours: string) => `${hours} 不发送，重要通知除外。`,
    en: (hours: string) => `Nothing is sent at ${hours}, important notices excepted.`,
  },
  allowed: { zh: '接收', en: 'On' },
  refused: { zh: '不接收', en: 'Off' },
  notReachable: {
    zh: '学校尚未掌握您在这个渠道的账号',
    en: 'The university has no account of yours there',
  },
  failed: { zh: '消息提醒设置', en: 'The settings of messages' },
  allow: { zh: '开启接收', en: 'Turn on' },
  refuse: { zh: '停止接收', en: 'Turn off' },
  pushAbout: {
    zh: '应用关闭时也能看到提醒',
    en: 'Also while the app is closed',
  },
  turnOn: { zh: '接收系统通知', en: 'Notify me here' },
  turnOff: { zh: '停止系统通知', en: 'Stop notifying' },
  isOn: { zh: '这部手机会收到通知', en: 'This phone gets notifications' },
  off: { zh: '这部手机不再收到通知', en: 'This phone no longer gets notifications' },
  subscribe: { zh: '同意接收一条', en: 'Allow one message' },
  subscribeAbout: {
    zh: '微信每次同意只能收到一条通知，可以多次同意',
    en: 'WeChat allows one message each time. You can allow several',
  },
  subscribed: { zh: '下一条通知会发到微信', en: 'The next message comes to WeChat' },
  notSubscribed: { zh: '微信不会收到通知', en: 'No message comes to WeChat' },
  offer: {
    zh: '有审核结果或答复时，要在手机上提醒您吗？',
    en: 'Shall this phone tell you about a decision or an answer?',
  },
  denied: {
    zh: '浏览器不允许通知。请在浏览器的网站设置中允许后再试。',
    en: 'The browser does not allow notifications. Allow them in its settings of this site, then try again.',
  },
  unsupported: {
    zh: '这个浏览器不支持通知。苹果手机请先把应用添加到主屏幕。',
    en: 'This browser has no notifications. On an iPhone add the app to the home screen first.',
  },
  pushFailed: {
    zh: '手机没有连上通知服务，请稍后再试',
    en: 'The phone could not reach its notification service. Try again later',
  },
  openApp: { zh: '请打开校园应用查看。', en: 'Please open the campus app.' },
  waitingTitle: {
    zh: '手机上有内容尚未提交',
    en: 'Something on your phone was not sent yet',
  },
  waitingText: {
    zh: (count: number) => `您的手机上有 ${count} 项内容尚未提交。请连接网络并打开应用。`,
    en: (count: number) =>
      `${count} submissions wait on your phone. Connect to a network and open the app.`,
  },
  roomTitle: { zh: '您的宿舍已分配', en: 'You have a room' },
  roomText: {
    zh: '学校已为您安排床位，请在“我的宿舍”中查看楼栋、房间和床位。',
    en: 'The university has given you a bed. See the building, room and bed at “My dormitory”.',
  },
  paymentTitle: { zh: '缴费已确认', en: 'Your payment was found' },
  paymentText: {
    zh: (yuan: string) => `学校已查到您支付的 ${yuan} 元并入账，无需再次支付。`,
    en: (yuan: string) =>
      `The university found your payment of ${yuan} yuan and recorded it. Do not pay again.`,
  },
} as const
