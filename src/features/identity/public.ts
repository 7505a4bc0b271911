/** What other parts of the app may use of identity; nothing else of this folder is theirs. */
export { ClearDeviceButton } from './ClearDeviceButton.tsx'
export { UnbindButton, UnbindLink } from './Unbind.tsx'
export { finishUnbinding, refreshSession, resumeSession } from './sign-in.ts'
export {
  requireBinding,
  guardPublicPage,
  requireOwnNumber,
  requireReviewer,
  guardReviewPage,
  requireStudent,
  guardStudentPage,
  guardSupervisorPage,
  redirectToOwnTimetable,
  guardWelcomePage,
} from './route-guards.ts'
export { isDormSupervisor, isReviewTeacher } from './roles.ts'
