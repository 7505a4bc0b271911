/** Whose phone keeps what beyond the app itself; the app names its pack in src/lib/packs.ts. */
export type Pack = 'newcomer' | 'student' | 'staff'

const LIVE: readonly Pack[] = []
const STUDENTS: readonly Pack[] = ['newcomer', 'student']

/**
 * Which files are not kept on every phone. A screen without a line here opens in a tunnel on any phone, so everybody
 * fetches it at the first visit: add a line for every new screen that is not for everybody.
 * LIVE: of no use without a network, kept by the worker once it was used; else the packs that hold it.
 */
export const KEEPING: Readonly<Record<string, readonly Pack[]>> = {
  'regions.json': ['newcomer'],
  living: ['newcomer'],
  'src/routes/welcome.$stunum.tsx': STUDENTS,
  'src/routes/personalinformation.$sort.$stunum.tsx': ['newcomer'],
  'src/routes/schoolInformation.$sort.$stunum.tsx': STUDENTS,
  'src/routes/militaryTrainingClothing.index.tsx': ['newcomer'],
  'src/routes/militaryTrainingClothing.$sort.$stunum.tsx': ['newcomer'],
  'src/routes/livinguse.$sort.$stunum.tsx': ['newcomer'],
  'src/routes/selectdorm.$sort.$stunum.tsx': ['newcomer'],
  'src/routes/perdetiles.tsx': STUDENTS,
  'src/routes/onlinefee.$sort.$stunum.tsx': STUDENTS,
  'src/routes/dormitoryInformation.tsx': STUDENTS,
  'src/routes/myDormitory.tsx': STUDENTS,
  'src/routes/searchcourse.$stunum.tsx': STUDENTS,
  'src/routes/searchscore.$stunum.tsx': ['student'],
  'src/routes/outbox.$order.repair.tsx': STUDENTS,
  'src/routes/login.{-$app}.tsx': LIVE,
  'src/routes/uploadPic.tsx': LIVE,
  'src/routes/recharge.$stunum.tsx': LIVE,
  'src/routes/rechargePay.$stunum.tsx': LIVE,
  'src/routes/pay.{-$sort}.$stunum.tsx': LIVE,
  'src/routes/checkin.{-$sort}.{-$stunum}.tsx': LIVE,
  'src/routes/PaySuccess.{-$sort}.$stunum.tsx': LIVE,
  'src/routes/PayFailed.{-$sort}.$stunum.tsx': LIVE,
  'src/routes/loan.$stunum.tsx': LIVE,
  'src/routes/reduce.$stunum.tsx': LIVE,
  'src/routes/checkloan.tsx': LIVE,
  'src/routes/checkReduce.tsx': LIVE,
  'src/routes/loanDetile.$stunum.tsx': LIVE,
  'src/routes/reduceDetile.$stunum.tsx': LIVE,
  'src/routes/scanCodes.tsx': ['staff'],
  'src/routes/scanning.tsx': ['staff'],
  'src/routes/scorefailed.tsx': LIVE,
  'src/routes/advice.tsx': LIVE,
  'src/routes/service.tsx': LIVE,
  'src/routes/applicationProfessionalTransfer.tsx': LIVE,
  'src/routes/noticeTransfer.tsx': LIVE,
  'src/routes/noticeApply.tsx': LIVE,
  'src/routes/myNoticeApply.tsx': LIVE,
  'src/routes/notice.index.tsx': LIVE,
  'src/routes/notice.$id.tsx': LIVE,
  'src/routes/evaluation.tsx': LIVE,
  'src/routes/gotoevaluation.$id.tsx': LIVE,
  'src/routes/evaluationdetail.tsx': LIVE,
  'src/routes/friendRecommended.$sort.$stunum.tsx': STUDENTS,
  'src/routes/report.tsx': LIVE,
  'src/routes/registration.tsx': LIVE,
  'src/routes/PromptInformation.tsx': LIVE,
  'src/routes/ConfirmOrder.tsx': LIVE,
  'src/routes/DailyuseBook.tsx': LIVE,
  'src/routes/delay.$stunum.tsx': LIVE,
  'src/routes/feepaid.{-$stunum}.tsx': LIVE,
  'src/routes/generateform.$stunum.tsx': LIVE,
  'src/routes/paytuition.$stunum.tsx': LIVE,
}
