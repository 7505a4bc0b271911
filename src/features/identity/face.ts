/** What other parts of the app may use of identity; nothing else of this folder is theirs. */
export { ClearButton } from './ClearButton.tsx'
export { UnbindButton, UnbindLink } from './Unbind.tsx'
export { finishLeaving, refreshSession, resumeSession } from './binding.ts'
export {
  boundOnly,
  openPage,
  ownNumber,
  reviewerOnly,
  reviewPage,
  studentOnly,
  studentPage,
  supervisorPage,
  toOwnTimetable,
  welcomePage,
} from './guard.ts'
export { isDormSupervisor, isReviewTeacher } from './roles.ts'
