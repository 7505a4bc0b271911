import { appShellTexts } from './app-shell.ts'

/** Texts of every form: drafts, errors, and the result of a submission. */
export const formTexts = {
  submit: { zh: '提交', en: 'Submit' },
  needed: {
    zh: '除注明“选填”的，都需要填写。',
    en: 'Everything is needed unless it says optional.',
  },
  skip: { zh: '跳过', en: 'Skip' },
  edit: { zh: '修改', en: 'Edit' },
  close: appShellTexts.close,
  retry: appShellTexts.retry,
  choose: { zh: '请选择', en: 'Choose' },
  draftKept: { zh: '已存草稿', en: 'Draft kept' },
  draftRestored: { zh: '已恢复上次没有提交的草稿', en: 'Your unsent draft is back' },
  dropDraft: { zh: '放弃草稿', en: 'Drop the draft' },
  errors: {
    zh: (n: number) => `有 ${n} 处需要修改`,
    en: (n: number) => (n === 1 ? 'One thing to put right' : `${n} things to put right`),
  },
  /** For the toast; the list above the form shows the number of errors at the same time. */
  putRight: { zh: '请按提示修改后再提交', en: 'Put right what is marked, then submit again' },
  firstTime: {
    zh: '没有网络，先按新的一份填写，联网后自动提交。',
    en: 'No network: fill it in as new. It is sent by itself once connected.',
  },
  waitingTitle: { zh: '待提交', en: 'Not sent yet' },
  waitingText: {
    zh: '下面是您最后填写的内容，保存在本机，学校还没收到。',
    en: 'These are your latest words, saved on this phone. The university does not have them yet.',
  },
  refusedTitle: { zh: '需要处理', en: 'Needs you' },
  returned: {
    zh: (reason: string) => `学校退回：${reason}`,
    en: (reason: string) => `Returned by the university: ${reason}`,
  },
  returnedPlain: {
    zh: '学校退回，请修改后重交',
    en: 'Returned by the university. Change it and send it again',
  },
  lost: {
    zh: '学校的数据恢复到了较早的时间，里面没有这一份。请再交一次',
    en: 'The university’s data went back to an earlier moment that does not have this. Send it again',
  },
  conflict: {
    zh: '另一部手机也改过，请选择保留哪一个',
    en: 'Another phone changed it too. Choose which to keep',
  },
  compare: { zh: '对比并选择', en: 'Compare and choose' },
  savedTitle: { zh: '已保存在本机，尚未提交', en: 'Saved on this phone, not yet sent' },
  savedWeak: {
    zh: '网络不佳。联网后自动提交，学校收到后会给您回执。现在可以关闭页面。',
    en: 'The network is weak. It is sent by itself once connected, and you get a receipt when the university has it. You can close this page now.',
  },
  savedSending: {
    zh: '正在提交，学校收到后会给您回执。现在可以关闭页面。',
    en: 'It is being sent. You get a receipt when the university has it. You can close this page now.',
  },
  sentTitle: { zh: '已提交', en: 'Sent' },
  sentText: { zh: '学校已收到。', en: 'The university has received it.' },
  receipt: {
    zh: (code: string) => `回执 ${code}`,
    en: (code: string) => `Receipt ${code}`,
  },
  continueNext: { zh: '继续下一步', en: 'Go on to the next step' },
  seeOutbox: { zh: '查看待提交', en: 'See what waits' },
  change: { zh: '修改内容', en: 'Change it' },
  notSavedQuota: {
    zh: '手机存储空间已满，没有保存。您填写的内容还在这里，请清理空间后再提交。',
    en: 'The phone is full, so this was not saved. Your words are still here: free some space, then submit again.',
  },
  notSaved: {
    zh: '这个浏览器不允许保存，没有保存。您填写的内容还在这里，请联网后再提交。',
    en: 'This browser does not allow saving, so this was not saved. Your words are still here: connect, then submit again.',
  },
  notSavedFileMissing: {
    zh: '有文件已不在这部手机上，没有保存。您填写的内容还在这里，请重新选择文件后再提交。',
    en: 'A file is no longer on this phone, so this was not saved. Your words are still here: choose the file again, then submit.',
  },
  notSure: {
    zh: '不能确认是否已经保存或提交。您填写的内容还在这里，请稍后再提交一次，不会重复。',
    en: 'It is not certain whether this was saved or sent. Your words are still here: submit again in a moment, it will not count twice.',
  },
  searchRegion: {
    zh: '搜索省、市、区县，汉字或拼音',
    en: 'Search province, city, district; pinyin will do',
  },
  noRegion: { zh: '没有找到这个地方', en: 'This place was not found' },
  regionsFailed: { zh: '地区数据加载失败', en: 'The regions could not be loaded' },
  province: { zh: '省级', en: 'Province' },
  city: { zh: '市级', en: 'City' },
  district: { zh: '区县', en: 'District' },
  goBack: {
    zh: (name: string) => `返回上一级，当前：${name}`,
    en: (name: string) => `One level up, now in ${name}`,
  },
  sending: { zh: '正在提交', en: 'Sending' },
} as const
