/** Pending jobs; its work is still open. */
export const PendingJobsTab = () => null
