import { actionResultTexts } from './action-results.ts'
import { cachedReadTexts } from './cached-reads.ts'
import { emptyOutboxTexts } from './empty-outbox.ts'
import { formTexts } from './form.ts'

interface UploadedBytes {
  readonly sent: number
  readonly total: number
}

const inMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

/** The outbox: unsent forms, receipts and conflicts (OFF rows; D-104 to D-107). */
export const outboxTexts = {
  title: emptyOutboxTexts.title,
  sendAll: { zh: '全部提交', en: 'Send all' },
  sendOffline: {
    zh: '现在没有网络，联网后自动提交',
    en: 'There is no network now. It is sent by itself once connected',
  },
  sending: formTexts.sending,
  unsent: { zh: '这部手机上，学校还没收到', en: 'On this phone, not with the university yet' },
  received: { zh: '学校已收到', en: 'Received by the university' },
  waiting: formTexts.waitingTitle,
  sendingState: { zh: '提交中', en: 'Sending' },
  sent: formTexts.sentTitle,
  needsYou: formTexts.refusedTitle,
  conflict: { zh: '内容冲突', en: 'Changed twice' },
  signedOut: { zh: '等待登录', en: 'Waits for sign-in' },
  parked: { zh: '需要新版本', en: 'Needs a newer app' },
  chooseEach: { zh: '请逐项选择保留哪一个', en: 'Choose for each field which to keep' },
  busyNow: { zh: '正在提交，暂时不能删除', en: 'It is being sent right now and cannot be deleted' },
  savedAt: { zh: (time: string) => `${time} 保存`, en: (time: string) => `Saved ${time}` },
  attempts: { zh: (n: number) => `第 ${n} 次尝试`, en: (n: number) => `try ${n}` },
  /** How much of the item's files the university has, before it has the item itself. */
  uploaded: {
    zh: ({ sent, total }: UploadedBytes) =>
      sent < total
        ? `文件已上传 ${inMegabytes(sent)} / ${inMegabytes(total)} MB，中断后会接着上传`
        : '文件已全部上传，内容尚未提交',
    en: ({ sent, total }: UploadedBytes) =>
      sent < total
        ? `Files: ${inMegabytes(sent)} of ${inMegabytes(total)} MB uploaded; it goes on from there if interrupted`
        : 'All files are uploaded, the answers are not sent yet',
  },
  filesMissing: {
    zh: '有文件已不在这部手机上，学校也没有收到。请打开修改，重新选择文件后再提交',
    en: 'A file is no longer on this phone, and the university does not have it. Open it, choose the file again, and submit',
  },
  receipt: formTexts.receipt,
  answer: {
    zh: (what: string, message: string) => (what === '' ? message : `${what}：${message}`),
    en: (what: string, message: string) => (what === '' ? message : `${what}: ${message}`),
  },
  returned: formTexts.returned,
  returnedPlain: formTexts.returnedPlain,
  lost: formTexts.lost,
  unclear: {
    zh: '学校的答复无法识别，可能已经收到。可以再试一次，或向老师确认',
    en: 'The university’s answer could not be understood; it may have arrived. Try again, or ask your teacher',
  },
  keyUsed: {
    zh: '之前提交的内容可能已经收到。请先查看学校现有的记录，需要时再交一次',
    en: 'An earlier wording may have arrived. Look at what the university has, and send this anew if need be',
  },
  keyUsedOnce: {
    zh: '之前提交的内容可能已经收到。请先查看学校现有的记录：有就删除这一份，没有再重新填写',
    en: 'An earlier wording may have arrived. Look at the record first: if it is there, delete this one; if not, enter it again',
  },
  sendAnew: { zh: '再交一次', en: 'Send anew' },
  tryAgain: { zh: '再试一次', en: 'Try again' },
  conflictText: {
    zh: '另一部手机也改过。请逐项选择保留哪一个。',
    en: 'Another phone changed it too. Choose field by field which to keep.',
  },
  signedOutText: {
    zh: '重新绑定同一身份后自动提交',
    en: 'Sent by itself once the same identity is bound again',
  },
  signedOutList: {
    zh: '没有人绑定时，这里只显示名称。本人重新绑定后自动提交。',
    en: 'While nobody is bound only names are shown. Each is sent once its owner binds again.',
  },
  ofOthers: {
    zh: (n: number) => `其他人的 ${n} 份内容`,
    en: (n: number) => `${n} of other people`,
  },
  parkedText: {
    zh: '由更新版本的应用保存，已原样保留',
    en: 'Saved by a newer version of the app and left as it is',
  },
  unknownForm: { zh: '其他内容', en: 'Something else' },
  edit: formTexts.edit,
  editAndResend: { zh: '修改后重交', en: 'Edit and resend' },
  discard: { zh: '删除', en: 'Delete' },
  compare: formTexts.compare,
  bindAgain: { zh: '重新绑定', en: 'Bind again' },
  discardAsk: {
    zh: (title: string) => `“${title}”还没有提交给学校。删除后无法恢复，确定删除吗？`,
    en: (title: string) =>
      `“${title}” has not been sent to the university. Once deleted it cannot be restored. Delete it?`,
  },
  discarded: actionResultTexts.deleted,
  keep: { zh: '保留', en: 'Keep' },
  export: { zh: '导出', en: 'Export' },
  exportNote: {
    zh: '可导出为文件交给老师，或在另一部手机继续。',
    en: 'Export it as a file for your teacher, or to go on with another phone.',
  },
  exportFile: { zh: '报到-待提交.txt', en: 'Baodao, to be sent.txt' },
  exportHead: {
    zh: '以下内容保存在手机上，学校还没有收到。',
    en: 'What follows is kept on a phone. The university does not have it yet.',
  },
  exportTail: {
    zh: '以下供应用读取，请勿改动。在另一部手机上绑定同一身份后，打开“待提交”，选择“导入”。',
    en: 'What follows is for the app: leave it as it is. On another phone bind the same identity, open “To be sent”, choose “Import”.',
  },
  draft: { zh: (title: string) => `草稿：${title}`, en: (title: string) => `Draft: ${title}` },
  draftPictures: { zh: '（照片没有导出）', en: '(Pictures are not exported)' },
  filesNotExported: {
    zh: '（下面的文字不含文件和照片，请在另一部手机上重新选择）',
    en: '(The text below has no files or pictures. Choose them again on the other phone)',
  },
  colon: { zh: '：', en: ': ' },
  import: { zh: '导入', en: 'Import' },
  importNote: {
    zh: '在另一部手机导出过的内容，可在这里继续。',
    en: 'Go on here with what another phone exported.',
  },
  importText: {
    zh: '选择从另一部手机导出的文件，或把导出的文字粘贴到下面。',
    en: 'Choose the file that another phone exported, or paste its text below.',
  },
  importFile: { zh: '选择导出的文件', en: 'Choose the exported file' },
  importPaste: { zh: '导出的文字', en: 'The exported text' },
  importOpen: { zh: '打开', en: 'Open' },
  imported: { zh: (n: number) => `已导入 ${n} 份。`, en: (n: number) => `${n} imported.` },
  importLeft: {
    zh: (n: number) => `${n} 份没有导入：这部手机上已有，或有更新的内容。`,
    en: (n: number) => `${n} left out: already on this phone, or older than what is here.`,
  },
  importOther: {
    zh: '这是其他人的内容，不能在这里打开',
    en: 'This is somebody else’s and cannot be opened here',
  },
  importUnreadable: { zh: '这不是完整的导出内容', en: 'This is not a whole export' },
  scarce: {
    zh: '手机剩余空间很少，可能无法继续保存。请清理空间。',
    en: 'The phone is nearly full, and may not be able to keep more. Free some space.',
  },
  exported: actionResultTexts.exported,
  exportText: {
    zh: '这个浏览器不能保存文件。请复制下面的文字，发给老师。',
    en: 'This browser cannot save files. Copy the text below and send it to your teacher.',
  },
  copy: { zh: '复制', en: 'Copy' },
  copied: actionResultTexts.copied,
  storeGone: {
    zh: '浏览器清理了本机保存的内容',
    en: 'The browser has cleared what was saved on this phone',
  },
  storeRestored: {
    zh: (n: number) =>
      `这个页面还保留着 ${n} 份未提交的内容，已重新保存。请清理手机空间，并尽快联网提交。`,
    en: (n: number) =>
      `This page still had ${n} not sent, and has saved them again. Free some space, and connect soon to send them.`,
  },
  storeLost: {
    zh: (n: number) => `有 ${n} 份内容没有提交就被清理了，学校没有收到。请重新填写。`,
    en: (n: number) =>
      `${n} were cleared before they were sent, and the university does not have them. Fill them in again.`,
  },
  storeRead: { zh: '知道了', en: 'OK' },
  unread: {
    zh: '暂时无法读取本机保存的内容',
    en: 'What is saved on this phone cannot be read right now',
  },
  unreadText: {
    zh: '内容没有丢失，手机暂时无法读取。请重试，或关闭其他页面后重新打开。',
    en: 'Nothing is lost; the phone cannot read it right now. Try again, or close other tabs and reopen this one.',
  },
  offline: cachedReadTexts.offline,
  offlineText: { zh: '联网后自动提交', en: 'Sent by itself once connected' },
  weak: cachedReadTexts.weak,
  weakText: {
    zh: (seconds: number) => `${seconds} 秒后再试，或轻点"全部提交"`,
    en: (seconds: number) => `next try in ${seconds} s, or tap “Send all”`,
  },
  repairTitle: formTexts.compare,
  repairText: {
    zh: '您在这部手机上填写的内容，和学校现有的内容不同。请逐项选择保留哪一个。',
    en: 'What you wrote on this phone differs from what the university has. Choose for each which to keep.',
  },
  mine: { zh: '我填写的', en: 'Mine' },
  theirs: { zh: '学校现有的', en: 'The university’s' },
  allMine: { zh: '全部用我填写的', en: 'Keep all of mine' },
  allTheirs: { zh: '全部用学校现有的', en: 'Keep all of theirs' },
  same: { zh: '两边相同', en: 'Alike on both sides' },
  send: { zh: '提交所选内容', en: 'Send what I chose' },
  replaced: {
    zh: '这份内容已在其他页面修改、删除或提交，本次选择未提交。您的选择仍保留在本页，可以重新提交。',
    en: 'This was changed, deleted or sent in another tab, so your choices were not sent. They are still here and can be sent again.',
  },
  sendAnyway: { zh: '重新提交所选内容', en: 'Send my choices again' },
  repaired: { zh: '已保存您的选择，正在提交', en: 'Your choice is saved and being sent' },
  repairGone: { zh: '这份内容已处理', en: 'This has already been dealt with' },
  noTheirs: { zh: '学校现有内容加载失败', en: 'The university’s version could not be loaded' },
  noTheirsText: {
    zh: '联网后可以对比。您填写的内容仍保存在本机。',
    en: 'You can compare once connected. Your words stay on this phone.',
  },
  backToList: { zh: '返回待提交', en: 'Back to the list' },
  nothing: { zh: '（空）', en: '(empty)' },
} as const
