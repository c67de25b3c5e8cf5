import "../styles/papers.css";
import "../styles/papers_claims.css";

export { default } from "../papers/PapersPage.tsx";
