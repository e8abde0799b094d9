import joblib
import numpy as np

model = joblib.load("net.pkl")
model.eval()
xs = np.load("xs.npy")
