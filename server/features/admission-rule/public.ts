// The rule by which a student counts as admitted: checked by a person, paid, or without a check.
export { type AdmissionRule, admissionRuleOf, isAdmitted, isStudentAdmitted } from './rule.ts'
