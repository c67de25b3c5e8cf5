/** Where numbers are to come. */
export function Skeleton() {
  return (
    <div className="skeletons grid">
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
    </div>
  );
}
