export { StudentFormsCard } from './StudentFormsCard.tsx'
