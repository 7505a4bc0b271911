/** The public API of the identity feature; other features import nothing else from this folder. */
export { ClearDeviceButton } from './ClearDeviceButton.tsx'
export { UnbindButton, UnbindLink } from './Unbind.tsx'
export { finishUnbinding, refreshSession, resumeSession } from './sign-in.ts'
export {
  requireBoundPerson,
  guardPublicPage,
  redirectToOwnNumber,
  requireReviewer,
  guardReviewPage,
  requireStudent,
  guardStudentPage,
  guardSupervisorPage,
  redirectToOwnTimetable,
  guardWelcomePage,
} from './route-guards.ts'
export { isDormSupervisor, isReviewTeacher } from './roles.ts'
