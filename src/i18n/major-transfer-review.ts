import { commonTexts } from './common.ts'
import { studentFields } from './fields/student.ts'
import { greenChannelReviewTexts } from './green-channel-review.ts'
import { majorTransferTexts } from './major-transfer.ts'
import { officeSectionTexts } from './office-sections.ts'

/** The review of changes of major. */
export const majorTransferReviewTexts = {
  title: officeSectionTexts.transferdesk,
  find: greenChannelReviewTexts.find,
  status: greenChannelReviewTexts.status,
  all: greenChannelReviewTexts.all,
  pending: majorTransferTexts.pending,
  passed: majorTransferTexts.passed,
  notPassed: majorTransferTexts.notPassed,
  student: studentFields.student,
  number: studentFields.studentNumber,
  grade: { zh: '所在年级', en: 'Grade' },
  department: studentFields.department,
  major: studentFields.major,
  className: studentFields.className,
  wish: { zh: '转入专业', en: 'To' },
  appliedAt: greenChannelReviewTexts.appliedAt,
  reason: { zh: '学生申请理由', en: 'The student’s reason' },
  now: { zh: '转出专业', en: 'From' },
  back: greenChannelReviewTexts.toList,
  decision: greenChannelReviewTexts.decision,
  approve: greenChannelReviewTexts.shortApproved,
  refuse: greenChannelReviewTexts.shortRejected,
  statusNeeded: greenChannelReviewTexts.statusRequired,
  reply: majorTransferTexts.reply,
  replyHint: greenChannelReviewTexts.remarkHint,
  replyNeeded: { zh: '不通过时请填写审核意见', en: 'Say why it is refused' },
  newClass: { zh: '转入班级', en: 'New class' },
  newClassHint: {
    zh: '选择班级后，该生的院系、专业和班级立即调整，不能再撤回；应缴费用不会自动调整',
    en: 'With a class, the student’s department, major and class change now, and it cannot be taken back. The charges do not change by themselves',
  },
  noClass: { zh: '暂不调班，只通过申请', en: 'No class yet: approve only' },
  takeBack: { zh: '撤回审核结果', en: 'Take the decision back' },
  takeBackText: {
    zh: '申请回到待审核，学生会收到通知。',
    en: 'The application is under review again, and the student is told.',
  },
  takenBack: { zh: '已撤回，可重新审核', en: 'Taken back: decide it anew' },
  by: { zh: '审核人', en: 'Decided by' },
  decidedAt: { zh: '审核时间', en: 'Decided' },
  submit: greenChannelReviewTexts.submit,
  saved: greenChannelReviewTexts.decided,
  meanwhile: {
    zh: '这份申请刚刚已被审核或修改，以下是最新内容',
    en: 'It was decided or changed meanwhile. This is how it stands now',
  },
  gone: commonTexts.noData,
} as const
