/** What other parts of the app may use of support; nothing else of this folder is theirs. */
export { ServiceButton } from './ServiceButton.tsx'
