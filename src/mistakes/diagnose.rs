//! Diagnosis.
