import { greenChannelReviewTexts } from './green-channel-review.ts'
import { homeTexts } from './home.ts'
import { noticesTexts } from './notices.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The publishing of notices in the office. */
export const noticePublishingTexts = {
  section: officeSectionTexts.notices,
  add: { zh: '写通知', en: 'Write a notice' },
  edit: { zh: '编辑通知', en: 'Edit the notice' },
  find: { zh: '按标题查找', en: 'Find by title' },
  all: homeTexts.all,
  draft: { zh: '草稿', en: 'Draft' },
  scheduled: { zh: '定时发布', en: 'Scheduled' },
  published: { zh: '已发布', en: 'Published' },
  withdrawn: { zh: '已撤下', en: 'Withdrawn' },
  state: { zh: '发布状态', en: 'Standing' },
  english: { zh: '英文', en: 'English' },
  heading: { zh: '标题', en: 'Title' },
  headingEn: { zh: '英文标题', en: 'Title in English' },
  content: { zh: '正文', en: 'Text' },
  contentEn: { zh: '英文正文', en: 'Text in English' },
  audience: { zh: '发布范围', en: 'For whom' },
  everyone: { zh: '面向所有人', en: 'Everybody' },
  students: { zh: '全体学生', en: 'All students' },
  staff: { zh: '全体教职工', en: 'All staff' },
  group: { zh: '一部分学生', en: 'Some students' },
  important: {
    zh: '重要：同时按学校设定的渠道（系统通知、微信、短信等）发给学生',
    en: 'Important: also sent to students by the channels of the campus (notifications, WeChat, SMS …)',
  },
  publishAt: { zh: '发布时间', en: 'Publish at' },
  publishHint: {
    zh: '留空为立即发布；填写将来的时间则到时自动发布',
    en: 'Empty: at once. A later time: by itself at that time',
  },
  unreadAgain: {
    zh: '内容有重要更正：已读过的人会再次看到“未读”',
    en: 'An important correction: who has read it finds it unread again',
  },
  pinned: noticesTexts.pinned,
  pinnedText: {
    zh: '置顶：排在所有未置顶的通知前面',
    en: 'On top: before all notices that are not',
  },
  files: noticesTexts.files,
  addFile: { zh: '添加附件', en: 'Add a file' },
  fileHint: {
    zh: (most: number) => `PDF、Word、Excel、PowerPoint或图片，每个不超过10MB，最多${most}个`,
    en: (most: number) =>
      `PDF, Word, Excel, PowerPoint or a picture, at most 10 MB each and ${most} in all`,
  },
  removeFile: { zh: '移除附件', en: 'Remove the file' },
  tooManyFiles: { zh: '附件太多，请减少', en: 'There are too many files' },
  unknownFile: {
    zh: '只能上传PDF、Office文档（不含宏）和图片，文件后缀要与内容一致',
    en: 'Only PDF, office documents without macros, and pictures whose ending fits what is in them',
  },
  fileGone: { zh: '附件已失效，请移除后重新上传', en: 'A file is there no more: bring it again' },
  publish: { zh: '发布', en: 'Publish' },
  saveDraft: { zh: '存为草稿', en: 'Save as a draft' },
  saveChanges: { zh: '保存通知', en: 'Save the notice' },
  saved: { zh: '已保存好', en: 'The changes are saved' },
  withdraw: { zh: '撤回通知', en: 'Withdraw the notice' },
  withdrawText: {
    zh: '撤回后学生和教职工将看不到这条通知；内容会保留，可以重新发布。',
    en: 'Nobody will see it any more. It is kept and can be published again.',
  },
  preview: { zh: '预览', en: 'Preview' },
  previewHint: { zh: '与读者看到的完全一致', en: 'Just as a reader sees it' },
  back: greenChannelReviewTexts.toList,
  titleNeeded: { zh: '请填写标题', en: 'Give it a title' },
  contentNeeded: { zh: '请填写正文', en: 'Write the text' },
  audienceNeeded: { zh: '请选择发布范围', en: 'Choose for whom it is' },
  englishWhole: {
    zh: '英文标题和英文正文要么都写，要么都不写',
    en: 'Write both the title and the text in English, or neither',
  },
  tooLarge: {
    zh: '内容过大，请减少或缩小图片',
    en: 'This is too large: use fewer or smaller pictures',
  },
  tooManyElements: {
    zh: '内容的格式太复杂（最多 4000 个元素），请清除部分格式或拆成几篇',
    en: 'The formatting is too complex (at most 4,000 elements): remove some of it, or split the text',
  },
  reasonNeeded: officeTexts.reasonNeeded,
  stale: {
    zh: '其他人刚刚修改过这项内容，请重新打开后再修改',
    en: 'Somebody else has just changed this. Open it anew and change it then',
  },
  withdrawFirst: {
    zh: '已发布的内容不能改回草稿，请先撤回',
    en: 'What is published cannot become a draft: withdraw it first',
  },
  notPublished: { zh: '只有已发布的通知可以撤回', en: 'Only a published notice can be withdrawn' },
  none: noticesTexts.none,
} as const
