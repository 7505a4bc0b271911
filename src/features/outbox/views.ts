// The outbox's view of each queued form, under the form's name. A new form adds a line.
export { familyOutboxView as family } from '#app/features/family/public.ts'
export { livingSuppliesOutboxView as living } from '#app/features/living-supplies/public.ts'
export { scanOutboxView as scan } from '#app/features/checkin/public.ts'
export { scanOutboxView as station } from '#app/features/checkin/public.ts'
export { stepCompletionOutboxView as step } from '#app/features/onboarding/public.ts'
export { travelOutboxView as travel } from '#app/features/travel/public.ts'
export { uniformOutboxView as uniform } from '#app/features/uniform/public.ts'
